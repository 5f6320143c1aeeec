import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Config, listensForSmtp } from '../config.js'
import { createLogger } from '../log.js'
import { nodeOptions } from './node-flags.js'
import { type Servers, startServers } from './start-servers.js'

/*
 * Runs the service as a process tree: the embedded servers if the settings name no others, one process for the API, one
 * for worker and scheduler, and one for the SMTP listener, so that load on one of them does not slow down the others.
 *
 * Servers and children have their own process groups, so Ctrl-C reaches only this process, which then ends them in
 * order. A child that crashes is restarted; a child that exits with CANNOT_START ends the tree.
 */

/** The argument that makes the program a part of the process tree. */
export const PART = '--part'

/** Exit code for wrong settings or surroundings: a restart would not help. */
export const CANNOT_START = 78

/** Time the children have to finish after DRAIN_SECONDS, in ms, before they are killed. */
const DRAIN_MS = 21_500
const MAX_RESTART_DELAY_MS = 10_000
/** A child that ran at least this long, in ms, is restarted after the shortest delay. */
const SETTLED_MS = 60_000

type Environment = Record<string, string | undefined>

export interface SuperviseOptions {
  config: Config
  env: Environment
  /** Path of the program that the children run. */
  program: string
  say: (text: string) => void
  /** Cancels the start. */
  signal: AbortSignal
  /** Called with the exit code if the tree has to end. */
  onEnd: (exitCode: number) => void
}

/** Starts the tree. Resolves when its parts have been launched; `close` ends it. */
export async function supervise({
  config,
  env,
  program,
  say,
  signal,
  onEnd,
}: SuperviseOptions): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ level: config.logLevel, roles: 'supervisor' })
  const shared = { ...env, NODE_OPTIONS: nodeOptions(env.NODE_OPTIONS) }
  const smtp = listensForSmtp(config) ? ['smtp'] : []
  const sides = [
    config.roles.filter((role) => role === 'api'),
    config.roles.filter((role) => role === 'worker' || role === 'scheduler'),
    smtp,
  ].map((roles, index) => ({ roles, metricsPort: config.metricsPort && config.metricsPort + index }))

  let stopping = false
  const children = sides
    .filter(({ roles }) => roles.length > 0)
    .map(
      ({ roles, metricsPort }) =>
        new Child(
          program,
          { ...shared, ROLES: roles.join(','), METRICS_PORT: String(metricsPort) },
          (code) => {
            if (stopping) return
            log.error({ rolesOfProcess: roles, code }, 'a process died; restarting it')
          },
          onEnd,
        ),
    )
  // Before the servers, because they load meanwhile.
  for (const child of children) child.start()

  async function closeChildren(): Promise<void> {
    stopping = true
    await Promise.all(children.map((child) => child.close(DRAIN_MS + config.drainSeconds * 1_000)))
  }
  try {
    const onDeath = () => onEnd(1)
    const servers = await startServers({ config, env: env as NodeJS.ProcessEnv, log, say, signal, onDeath })
    for (const child of children) child.tell(settingsOf(servers))
    return { close: () => closeChildren().then(servers.close) }
  } catch (error) {
    await closeChildren()
    throw error
  }
}

/** The settings that depend on the servers. What else names them is unset. */
function settingsOf({ mongodbUri, redisUrl, encryptionKeyFile }: Servers): Environment {
  const addresses = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl }
  const key = encryptionKeyFile !== null && { ENCRYPTION_KEY_FILE: encryptionKeyFile }
  return { ...addresses, ...key, MONGODB_URI_FILE: '', REDIS_URL_FILE: '', EMBEDDED: '' }
}

/** One process of the tree, restarted if it crashes. */
class Child {
  readonly #program: string
  readonly #env: Environment
  readonly #onDeath: (code: number | null) => void
  readonly #onHopeless: (code: number) => void
  #process: ChildProcess | null = null
  /** Null while the servers start. */
  #settings: Environment | null = null
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
    const child = fork(this.#program, [PART], { env: this.#env as NodeJS.ProcessEnv, detached: true, stdio: 'inherit' })
    this.#process = child
    if (this.#settings) child.send(this.#settings)
    child.once('exit', (code) => {
      this.#process = null
      if (this.#stopping) return
      if (code === CANNOT_START) return this.#onHopeless(code)
      this.#onDeath(code)
      this.#deaths = Date.now() - startedAt > SETTLED_MS ? 0 : this.#deaths + 1
      this.#restart = setTimeout(() => this.start(), Math.min(500 * 2 ** this.#deaths, MAX_RESTART_DELAY_MS))
    })
  }

  /** Gives the process the settings that it waits for, and every process that replaces it. */
  tell(settings: Environment): void {
    this.#settings = settings
    if (this.#process?.connected) this.#process.send(settings)
  }

  /** @param killAfterMs when it is killed. */
  async close(killAfterMs: number): Promise<void> {
    this.#stopping = true
    if (this.#restart) clearTimeout(this.#restart)
    const child = this.#process
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    await ended
    clearTimeout(timer)
  }
}
