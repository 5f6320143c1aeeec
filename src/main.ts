import { fileURLToPath } from 'node:url'
import { StartError } from './app.js'
import { type Config, ConfigError, readConfig } from './config.js'
import { LedgerError } from './ledger.js'
import { messageOf } from './lib/unknown-error.js'
import { runProcess } from './process/run-process.js'
import { CANNOT_START, supervise } from './process/supervise.js'

/** Most time from the first signal to the exit, in ms, even if something hangs. */
const LAST_RESORT_MS = 24_500

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const calledOff = new AbortController()
  const starting = start(config, calledOff.signal, (code) => void end(code))
  let ending = false

  async function end(exitCode: number): Promise<void> {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
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
  await starting
}

function start(
  config: Config,
  signal: AbortSignal,
  onEnd: (exitCode: number) => void,
): Promise<{ close(): Promise<void> }> {
  const { mongodbUri, redisUrl, roles } = config
  const alone = !(roles.includes('api') && roles.length > 1)
  if (mongodbUri && redisUrl && alone) return runProcess({ ...config, mongodbUri, redisUrl }, say)
  const program = fileURLToPath(import.meta.url)
  return supervise({ config, env: process.env, program, say, signal, onEnd })
}

main().catch((error: Error) => {
  const hopeless = [ConfigError, StartError].some((kind) => error instanceof kind)
  const expected = hopeless || error instanceof LedgerError
  process.stderr.write(`${expected ? `Postline cannot start.\n${error.message}` : error.stack}\n`)
  process.exit(hopeless ? CANNOT_START : 1)
})
