/** A process cannot start, for a reason that the operator can fix. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A port to listen on, and the settings that name it. */
interface ListenSettings {
  host: string
  port: number
  hostSetting: string
  portSetting: string
}

/** Why a port cannot be listened on, in words for the operator; any other error unchanged. */
export function listenError(error: unknown, { host, port, hostSetting, portSetting }: ListenSettings): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use. Set ${portSetting} to a free port.`)
  if (code === 'EACCES')
    return new StartError(`This user may not use port ${port}. Set ${portSetting} to a port above 1023.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(
      `${hostSetting} ${host} cannot be resolved. Set ${hostSetting} to an address of this machine.`,
    )
  if (code === 'EADDRNOTAVAIL')
    return new StartError(`This machine has no address ${host}. Set ${hostSetting} to an address it has.`)
  return error
}

/** MongoDB cannot be reached or refuses this process. A later start may succeed. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}
