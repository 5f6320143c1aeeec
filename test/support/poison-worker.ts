import { pino } from 'pino'
import { buildApp } from '../../src/app.js'
import type { AppConfig } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import type { MailProvider } from '../../src/providers/mail/mail-provider.js'

/*
 * A worker whose provider takes the whole process down when a mail says so, to be run as a process of its own.
 */

const provider: MailProvider = {
  name: 'capture',
  concurrency: 20,
  async send(mail) {
    // The neighbours are in hand by then, and would go down with it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (mail.text === 'poison' && !process.env.HARMLESS) process.exit(99)
    return { outcome: 'accepted', providerMessageId: mail.rfcMessageId }
  },
  check: async () => undefined,
  close: async () => undefined,
}

const config = readConfig(process.env) as AppConfig
const log = pino({ level: config.logLevel }, pino.destination(2))
const app = await buildApp(config, { log, provider })
await app.start()
log.info('started')
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
