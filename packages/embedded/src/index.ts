import { rm } from 'node:fs/promises'
import { readJson, writeJsonAtomically } from './atomic-file.js'
import { BinaryCache } from './binary-cache.js'
import type { ServerKind } from './binary-version.js'
import { type DataDirPaths, prepareDataDir } from './data-dir.js'
import { lockDataDir } from './data-dir-lock.js'
import { diskFull, endedByDisk, isDiskFullError, watchDisk } from './disk-space.js'
import { EmbeddedServerError } from './errors.js'
import { findBinary } from './find-binary.js'
import type { Logger } from './logger.js'
import { mongoSpec, mongoUriFor } from './mongo-server.js'
import { endOrphans } from './orphans.js'
import { keepPasswords, type Passwords } from './passwords.js'
import { redisSpec, redisUrlFor } from './redis-server.js'
import { type RunningServer, runServer, type ServerSettings, type ServerSpec } from './run-server.js'
import { type RuntimeAddresses, writeRuntime } from './runtime-file.js'

export { BinaryCache } from './binary-cache.js'
export { OLDEST_USABLE } from './binary-version.js'
export { type DataDirPaths, dataDirPaths } from './data-dir.js'
export { EmbeddedServerError } from './errors.js'
export { findBinary } from './find-binary.js'
export type { Logger } from './logger.js'
export { endOrphans } from './orphans.js'
export { identify } from './process-identity.js'
export { type RuntimeAddresses, readRuntime, writeRuntime } from './runtime-file.js'

const DOWNLOAD_IDLE_MS = 10_000

/** The running embedded servers. */
export interface EmbeddedServers extends RuntimeAddresses {
  /** Stops both servers cleanly; may be called more than once. */
  close(): Promise<void>
}

/** How to run the embedded servers. */
export interface EmbeddedOptions {
  /** The folder for their data, logs and pid files; created if absent. */
  dataDir: string
  log: Logger
  /** Supplies PATH, MONGOMS_SYSTEM_BINARY, HOME and XDG_CACHE_HOME; passed on to the servers. */
  env: NodeJS.ProcessEnv
  /** Prints a line of progress. */
  say: (line: string) => void
  /** For tests: the folder is not locked, because nobody else uses it, and caches are small. */
  ephemeral?: boolean
  /** Ports that must be used. By default the previous ports are used if they are free. */
  ports?: Ports
  /** Addresses of servers that run elsewhere. They are returned unchanged, and no embedded server replaces them. */
  external?: { [Address in keyof RuntimeAddresses]?: string | undefined }
  /** Interrupts the start: it stops what it has started, and fails. Has no effect once both servers run. */
  signal?: AbortSignal
  /**
   * Called if a server ends unexpectedly, with its exit code or the signal that ended it, and with what to do if it is known:
   * the disk is full.
   */
  onExit?: (name: string, code: number | string | null, advice: string | null) => void
}

interface Ports {
  mongo?: number
  redis?: number
}

interface Part {
  name: keyof Ports
  kind: ServerKind
  address: keyof RuntimeAddresses
  spec: (settings: ServerSettings) => Promise<ServerSpec>
  uriFor: (port: number, passwords: Passwords) => string
}

const PARTS: Part[] = [
  { name: 'mongo', kind: 'mongodb', address: 'mongoUri', spec: mongoSpec, uriFor: mongoUriFor },
  { name: 'redis', kind: 'redis', address: 'redisUrl', spec: redisSpec, uriFor: redisUrlFor },
]

/**
 * Finds or downloads MongoDB and a Redis-compatible server and runs them on 127.0.0.1 over a data folder. First ends
 * servers that a killed process left running there.
 * @throws EmbeddedServerError whose message says what is wrong and what to do
 */
export async function startEmbeddedServers(options: EmbeddedOptions): Promise<EmbeddedServers> {
  const paths = await prepareDataDir(options.dataDir)
  const lock = options.ephemeral ? null : await lockDataDir(paths.root)
  const running: RunningServer[] = []
  const disk = watchDisk(paths.root, options.say)
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    disk.stop()
    closing ??= closeAll(running, paths).finally(() => lock?.release())
    return closing
  }
  try {
    await endOrphans(paths, options.log)
    const addresses = await startServers(options, paths, running)
    for (const server of running) {
      void server.process.exited.then(async (code) => {
        if (!closing) options.onExit?.(server.name, code, await endedByDisk(server.process, paths.root))
      })
    }
    return { ...addresses, close }
  } catch (error) {
    await close()
    const isOurs = error instanceof EmbeddedServerError
    throw !isOurs && isDiskFullError(error) ? new EmbeddedServerError(diskFull(paths.root)) : error
  }
}

/** Starts the servers that do not run elsewhere. `running` gets every server that started, even if another failed. */
async function startServers(options: EmbeddedOptions, paths: DataDirPaths, running: RunningServer[]) {
  const { env, say, signal, log, external } = options
  const parts = PARTS.filter((part) => !external?.[part.address])
  const binaries = await findBinaries(parts, options, paths)
  const ports = (await readJson<Ports>(paths.ports)) ?? {}
  const passwords = await keepPasswords(paths.passwords)
  const starts = parts.map(async ({ name, spec }, index) => {
    const preference = { required: options.ports?.[name], previous: ports[name] }
    const binary = binaries[index] as string
    const ephemeral = options.ephemeral ?? false
    return runServer(await spec({ binary, paths, passwords, env, say, signal, ephemeral, preference }))
  })
  const results = await Promise.allSettled(starts)
  for (const result of results) if (result.status === 'fulfilled') running.push(result.value)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  const addresses = { mongoUri: '', redisUrl: '', ...external }
  for (const [index, { name, address, uriFor }] of parts.entries()) {
    const { port } = running[index] as RunningServer
    ports[name] = port
    addresses[address] = uriFor(port, passwords)
  }
  await writeJsonAtomically(paths.ports, ports)
  await writeRuntime(paths.runtime, addresses)
  log.info({ ports: running.map(({ name, port }) => `${name} ${port}`) }, 'embedded servers are running')
  return addresses
}

/** One after the other, so that their progress lines do not mix. */
async function findBinaries(parts: Part[], { env, say, signal }: EmbeddedOptions, paths: DataDirPaths) {
  const context = { cache: await BinaryCache.open(env, paths.root), env, say, idleMs: DOWNLOAD_IDLE_MS, signal }
  const binaries: string[] = []
  for (const { kind } of parts) binaries.push(await findBinary(kind, context))
  return binaries
}

async function closeAll(running: RunningServer[], paths: DataDirPaths): Promise<void> {
  await rm(paths.runtime, { force: true })
  await Promise.all(running.map((server) => server.process.stop()))
}
