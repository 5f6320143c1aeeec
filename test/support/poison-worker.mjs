import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'

/*
 * A worker whose provider takes the whole process down when a mail says so, to be run as a process of its own: the
 * built service (its folder is the argument) with another provider.
 */

const [root] = process.argv.slice(2)
const load = (module) => import(pathToFileURL(join(root, 'dist', module)))
const { buildApp } = await load('app.js')
const { readConfig } = await load('config.js')

/** @type {import('../../src/providers/mail/mail-transport.js').MailTransport} */
const transport = {
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

const config = readConfig(process.env)
const log = pino({ level: config.logLevel }, pino.destination(2))
const app = await buildApp(config, { log, transport })
await app.start()
log.info('started')
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
