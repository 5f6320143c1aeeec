import { operatorOf } from '../../src/services/caller.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import type { Settings, TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { identities, prepareDomains } from './cases/domains.js'
import { accountsForCases } from './mailbox-account.js'

/** A service with what the cases of all operations need. */
export interface CasesApp {
  app: DnsApp
  /** The account in which an operation is called. */
  accountFor: (operation: string) => TestApp
  /** The key with which it is called, by the name that its case gives; the admin key by default, null for none. */
  keyOf: (operation: string, name?: string) => string | null
  close: () => Promise<void>
}

/** @param settings of the service, beside those that the cases need. */
export async function startCasesApp(settings: Settings = {}): Promise<CasesApp> {
  const stripe: StripeStandIn = await startStripeStandIn()
  const app = await startDnsApp({
    records: { 'broken.test': 'SERVFAIL' },
    settings: { ...stripe.settings, ...settings },
    ports: { identities },
  })
  const accountFor = await accountsForCases(app)
  const { apiKeys, spend } = app.app.services
  const revoked = await apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
  await apiKeys.revoke(operatorOf(app.accountId), revoked.id)
  const capped = await apiKeys.create(operatorOf(app.accountId), { scope: 'send' })
  await spend.set(app.accountId, { key_id: capped.id, hard_limit_micros: 0 })
  const keys: Record<string, string | null> = {
    none: null,
    ...(await prepareDomains(app)),
    capped: capped.key,
    test: await app.testKey(),
    send: await app.key('send'),
    read: await app.key('read'),
    revoked: revoked.key,
  }
  return {
    app,
    accountFor,
    keyOf: (operation, name = 'admin') => (name === 'admin' ? accountFor(operation).adminKey : keys[name]) ?? null,
    close: async () => {
      await app.close()
      await stripe.close()
    },
  }
}
