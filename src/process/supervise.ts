import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '../config.js'
import { startEmbeddedServers } from '../embedded/index.js'
import { createLogger } from '../log.js'

/*
 * Runs the service as one tree of processes: the embedded servers where the settings name no real ones, the
 * API, and the worker and scheduler in a process of their own, so that load on one does not stall the other.
 *
 * Servers and children get process groups of their own: Ctrl-C reaches this process alone, which ends them
 * in order. A child that dies by accident is started again; one that says that it cannot start ends the tree.
 */

/** A process exits with this when its settings or surroundings are wrong: starting it again would not help. */
export const CANNOT_START = 78

/** Time the children have to drain, in ms, before they are killed. */
const DRAIN_MS = 21_500
const MAX_RESTART_DELAY_MS = 10_000
/** A child that ran this long before it died starts again at once. */
const SETTLED_MS = 60_000

type Environment = Record<string, string | undefined>

export interface SuperviseOptions {
  config: Config
  env: Environment
  /** Path of the program that the children run. */
  program: string
  say: (text: string) => void
  /** Calls the start off. */
  signal: AbortSignal
  /** Called when the tree has to end by itself, with its exit code. */
  onEnd: (exitCode: number) => void
}

/** Starts the tree. Resolves once its parts are being started, with what ends it again. */
export async function supervise({
  config,
  env,
  program,
  say,
  signal,
  onEnd,
}: SuperviseOptions): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ level: config.logLevel, roles: 'supervisor' })
  const embedded =
    config.mongodbUri && config.redisUrl
      ? null
      : await startEmbeddedServers({
          dataDir: config.dataDir,
          env: env as NodeJS.ProcessEnv,
          log,
          say,
          signal,
          external: {
            ...(config.mongodbUri && { mongoUri: config.mongodbUri }),
            ...(config.redisUrl && { redisUrl: config.redisUrl }),
          },
          onExit: (name, code) => {
            log.fatal({ name, code }, 'an embedded server has died')
            say(`The embedded ${name} server has died (exit code ${code}); its log is in ${config.dataDir}.`)
            onEnd(1)
          },
        })
  const shared = {
    ...env,
    MONGODB_URI: config.mongodbUri ?? embedded?.mongoUri,
    REDIS_URL: config.redisUrl ?? embedded?.redisUrl,
  }
  const sides = [
    { roles: config.roles.filter((role) => role === 'api'), metricsPort: config.metricsPort },
    { roles: config.roles.filter((role) => role !== 'api'), metricsPort: config.metricsPort && config.metricsPort + 1 },
  ].filter((side) => side.roles.length > 0)

  let stopping = false
  const children = sides.map(
    ({ roles, metricsPort }) =>
      new Child(
        program,
        { ...shared, ROLES: roles.join(','), METRICS_PORT: String(metricsPort) },
        (code) => {
          if (stopping) return
          log.error({ roles, code }, 'a process has ended; starting it again')
        },
        onEnd,
      ),
  )
  for (const child of children) child.start()

  async function close(): Promise<void> {
    stopping = true
    await Promise.all(children.map((child) => child.close()))
    await embedded?.close()
  }
  return { close }
}

/** One process of the tree, started again when it dies by accident. */
class Child {
  readonly #program: string
  readonly #env: Environment
  readonly #onDeath: (code: number | null) => void
  readonly #onHopeless: (code: number) => void
  #process: ChildProcess | null = null
  #restart: NodeJS.Timeout | null = null
  #deaths = 0
  #stopping = false

  constructor(
    program: string,
    env: Environment,
    onDeath: (code: number | null) => void,
    onHopeless: (code: number) => void,
  ) {
    this.#program = program
    this.#env = env
    this.#onDeath = onDeath
    this.#onHopeless = onHopeless
  }

  start(): void {
    const startedAt = Date.now()
    const child = fork(this.#program, [], { env: this.#env as NodeJS.ProcessEnv, detached: true, stdio: 'inherit' })
    this.#process = child
    child.once('exit', (code) => {
      this.#process = null
      if (this.#stopping) return
      if (code === CANNOT_START) return this.#onHopeless(code)
      this.#onDeath(code)
      this.#deaths = Date.now() - startedAt > SETTLED_MS ? 0 : this.#deaths + 1
      this.#restart = setTimeout(() => this.start(), Math.min(500 * 2 ** this.#deaths, MAX_RESTART_DELAY_MS))
    })
  }

  async close(): Promise<void> {
    this.#stopping = true
    if (this.#restart) clearTimeout(this.#restart)
    const child = this.#process
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS)
    await ended
    clearTimeout(timer)
  }
}
