import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { EmbeddedServerError } from './errors.js'

// Below the range that systems use for outgoing connections, so that a previous port usually stays free.
const FIRST_PORT = 21_000
const LAST_PORT = 31_000

/** Whether a server could listen on this port of 127.0.0.1 now. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Whether something accepts connections on this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}

/** Which port a server should get. */
export interface PortPreference {
  /** The port that the caller requires: if it is taken, the start fails. */
  required?: number | undefined
  /** The previous port: if it is taken, another one is used. */
  previous?: number | undefined
}

/**
 * A free port: the required one, else the previous one, else any.
 * @throws EmbeddedServerError that names a required port which is taken
 */
export async function choosePort(server: string, preference: PortPreference): Promise<number> {
  if (preference.required !== undefined) {
    if (await isPortFree(preference.required)) return preference.required
    throw portTaken(server, preference.required)
  }
  if (preference.previous !== undefined && (await isPortFree(preference.previous))) return preference.previous
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isPortFree(port)) return port
  }
  throw new EmbeddedServerError(`No free port for ${server} was found on 127.0.0.1.`)
}

/** The error for a required port that something else listens on. */
export function portTaken(server: string, port: number): EmbeddedServerError {
  return new EmbeddedServerError(`Port ${port} for ${server} is taken on 127.0.0.1. Free it or choose another one.`)
}
