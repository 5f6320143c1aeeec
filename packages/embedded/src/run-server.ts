import { setTimeout as delay } from 'node:timers/promises'
import type { DataDirPaths } from './data-dir.js'
import { endedByDisk } from './disk-space.js'
import { EmbeddedServerError, reasonOf, startAborted } from './errors.js'
import type { Passwords } from './passwords.js'
import { choosePort, type PortPreference, portTaken } from './ports.js'
import { type ServerCommand, ServerProcess } from './server-process.js'

const PORT_ATTEMPTS = 5
const POLL_INTERVAL_MS = 20
const PROGRESS_LINE_MS = 10_000
const EXIT_GRACE_MS = 2_000
const READY_TIMEOUT_MS = 180_000

/** A server that is ready. */
export interface RunningServer {
  name: string
  port: number
  process: ServerProcess
}

/** The settings that both servers are started with. */
export interface ServerSettings {
  binary: string
  paths: DataDirPaths
  passwords: Passwords
  env: NodeJS.ProcessEnv
  preference: PortPreference
  say: (line: string) => void
  signal?: AbortSignal | undefined
  /** For tests: smaller files and caches. */
  ephemeral: boolean
}

/** How to start one kind of server and to find out that it is ready. */
export interface ServerSpec {
  name: string
  /** The data folder of the service. */
  dataDir: string
  preference: PortPreference
  command(port: number): ServerCommand
  /** Whether the server is ready. Called repeatedly. */
  isReady(port: number, server: ServerProcess): Promise<boolean>
  say: (line: string) => void
  /** Ends the wait if the start is interrupted. */
  signal?: AbortSignal | undefined
}

/**
 * Starts a server and waits until it is ready. Tries another port if the chosen one is taken in the meantime.
 * @throws EmbeddedServerError with the end of the server's log if the server ends instead
 */
export async function runServer(spec: ServerSpec): Promise<RunningServer> {
  const { name, preference } = spec
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(name, attempt === 1 ? preference : { required: preference.required })
    const server = ServerProcess.start(spec.command(port))
    try {
      if (await waitUntilReady(spec, port, server)) return { name, port, process: server }
    } catch (error) {
      await server.stop()
      throw error
    }
    await server.stop()
    const lostPort = /address already in use/i.test(server.output())
    if (lostPort && preference.required !== undefined) throw portTaken(name, preference.required)
    if (!lostPort || attempt === PORT_ATTEMPTS) {
      const advice = await endedByDisk(server, spec.dataDir)
      const story = `${name} did not start (${describeExit(await server.exited)}):\n${server.explain()}`
      throw new EmbeddedServerError(advice ? `${advice}\n${story}` : story)
    }
  }
}

/** An exit code or signal in words. */
function describeExit(result: number | string | null): string {
  return typeof result === 'number' ? `exit code ${result}` : (result ?? 'unknown reason')
}

async function waitUntilReady(spec: ServerSpec, port: number, server: ServerProcess): Promise<boolean> {
  const { name, say, signal } = spec
  const deadline = Date.now() + READY_TIMEOUT_MS
  const progress = setInterval(() => say(`Still waiting for ${name} …`), PROGRESS_LINE_MS)
  try {
    while (server.isAlive()) {
      if (signal?.aborted) throw startAborted()
      if (await askReady(spec, port, server)) return true
      if (Date.now() > deadline) {
        throw new EmbeddedServerError(`${name} was not ready after ${READY_TIMEOUT_MS / 1000} s:\n${server.explain()}`)
      }
      await delay(POLL_INTERVAL_MS)
    }
    return false
  } finally {
    clearInterval(progress)
  }
}

async function askReady({ name, isReady }: ServerSpec, port: number, server: ServerProcess): Promise<boolean> {
  try {
    return await isReady(port, server)
  } catch (error) {
    // If the server has just ended, the connection fails too; its own log then says more than the client's error.
    await Promise.race([server.exited, delay(EXIT_GRACE_MS)])
    if (!server.isAlive()) return false
    throw new EmbeddedServerError(`${name} runs but cannot be used: ${reasonOf(error)}\n${server.explain()}`)
  }
}
