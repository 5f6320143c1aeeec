import { buildApp } from '../app.js'
import type { Config } from '../config.js'
import { createLogger } from '../log.js'
import { welcome } from './welcome.js'

const NOT_ENCRYPTED =
  'ENCRYPTION_KEY is not set: DKIM keys and signing secrets are stored in MongoDB without encryption. `openssl rand -base64 32` makes a key.'

/** Starts this process's roles. Resolves once they run; `close` stops them. */
export async function runProcess(
  config: Config & { mongodbUri: string; redisUrl: string },
  say: (text: string) => void,
): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ level: config.logLevel, roles: config.roles.join(',') })
  const app = await buildApp(config, { log })
  try {
    const url = await app.start()
    if (url) {
      const first = await app.services.accounts.bootstrap()
      // With PORT=0 the settings do not contain the port.
      say(`Postline is ready at ${config.port === 0 ? url : config.baseUrl}`)
      if (!config.encryptionKey) say(NOT_ENCRYPTED)
      if (first) say(welcome(url, config, first))
    }
    log.info({ url }, 'started')
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}
