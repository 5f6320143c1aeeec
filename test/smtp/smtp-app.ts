import { createHash } from 'node:crypto'
import { rawKey } from '../../src/services/receiving/blob-keys.js'
import { freePort } from '../support/built-program.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { type Settings, startApp, type TestApp } from '../support/start-app.js'

/** A domain that receives mail in these tests. */
export const DOMAIN = 'shop.test'

/** A service with an SMTP listener, and an account that receives mail at {@link DOMAIN}. */
export interface SmtpListenerApp extends TestApp {
  /** The port of the listener. */
  port: number
  /** The raw bytes of a stored mail; null if they are not stored. */
  stored(raw: Buffer | string): Promise<Buffer | null>
}

/** Starts a service that takes mail over SMTP. */
export async function startListener(
  settings: Settings = {},
  ports: Parameters<typeof startApp>[1] = {},
): Promise<SmtpListenerApp> {
  const port = await freePort()
  const app = await startApp({ ROLES: 'api,smtp', SMTP_PORT: String(port), ...settings }, ports)
  const { models, blobStore } = app.app
  await inboundDomain({ models, accountId: app.accountId }, DOMAIN)
  return {
    ...app,
    port,
    stored: (raw) => blobStore.get(app.accountId, rawKey(createHash('sha256').update(raw).digest('hex'))),
  }
}
