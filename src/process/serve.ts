import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import { LedgerError, StartError } from '../start-errors.js'
import { withPort } from './choose-port.js'
import { limitMemory } from './node-flags.js'
import { CANNOT_START, supervise } from './supervise.js'

/** Longest time from the first signal to the exit, in ms and without DRAIN_SECONDS, even if something hangs. */
const LAST_RESORT_MS = 24_500

/** What the children of the process tree run: main.js, or main.ts when this runs from source. */
const MAIN = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url))

const say = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * Runs the service with the given settings, until a signal ends it. Resolves when it has started. An error that
 * prevents the start is printed and ends the process.
 */
export async function serve(given: NodeJS.ProcessEnv): Promise<void> {
  try {
    const env = await withPort(given)
    await startAndWatch(readConfig(env), env)
  } catch (error) {
    const hopeless = error instanceof ConfigError || error instanceof StartError
    const text = hopeless || error instanceof LedgerError ? `Postline cannot start.\n${error.message}` : inspect(error)
    process.stderr.write(`${text}\n`)
    process.exit(hopeless ? CANNOT_START : 1)
  }
}

async function startAndWatch(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const calledOff = new AbortController()
  const starting = start(config, env, calledOff.signal, (code) => void end(code))
  let ending = false

  async function end(exitCode: number): Promise<void> {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), LAST_RESORT_MS + config.drainSeconds * 1_000).unref()
    calledOff.abort()
    const running = await starting.catch(() => null)
    try {
      await running?.close()
      process.exit(exitCode)
    } catch (error) {
      process.stderr.write(`Shutdown was not clean: ${messageOf(error)}\n`)
      process.exit(1)
    }
  }

  process.on('SIGINT', () => void end(0))
  process.on('SIGTERM', () => void end(0))
  // If the supervisor is gone, shut down as if it had sent a signal.
  process.on('disconnect', () => void end(0))
  await starting.catch((error: unknown) => {
    // A start that was called off has not failed.
    if (!ending) throw error
  })
}

async function start(
  config: Config,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  onEnd: (exitCode: number) => void,
): Promise<{ close(): Promise<void> }> {
  const { mongodbUri, redisUrl, roles } = config
  const alone = !(roles.includes('api') && roles.length > 1)
  if (!(mongodbUri && redisUrl && alone)) {
    return supervise({ config, env, program: MAIN, say, signal, onEnd })
  }
  // Loaded here to keep the supervisor small, which does not need it.
  const { runProcess } = await import('./run-process.js')
  limitMemory()
  return runProcess({ ...config, mongodbUri, redisUrl }, say, { signal, onEnd })
}
