import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SesIdentities } from '../../../src/providers/ses/identities.js'
import { anIdentity } from '../../support/ses-identity-store.js'
import { type SesFault, type SesStandIn, startSesStandIn } from '../../support/ses-stand-in.js'
import type { SesOperation } from '../../support/ses-wire.js'
import { startApp, type TestApp } from '../../support/start-app.js'

const TOO_FAST = { type: 'TooManyRequestsException', status: 429 }

let ses: SesStandIn
let identities: SesIdentities
let app: TestApp
let fault: (operation: SesOperation) => SesFault

beforeAll(async () => {
  ses = await startSesStandIn({ misbehave: (operation) => fault(operation) })
  identities = new SesIdentities({ ...ses, log: pino({ level: 'silent' }), retryForMs: 300 })
  app = await startApp({}, { identities })
})
afterAll(async () => {
  await app.close()
  await identities.close()
  await ses.close()
})
beforeEach(() => {
  fault = () => undefined
  ses.identities.clear()
})

const add = (domain: string, key = app.adminKey) => app.call('POST', '/v1/domains', { key, body: { domain } })
const remove = (domain: string) => app.call('DELETE', `/v1/domains/${domain}`)
const isKnown = async (domain: string) => (await app.call('GET', `/v1/domains/${domain}`)).status === 200

test("no account can add the shared sender's domain", async () => {
  const shared = anIdentity({ status: 'SUCCESS' }, [])
  shared.mailFrom = { domain: 'bounce.operator.com', status: 'SUCCESS', onMxFailure: 'USE_DEFAULT_VALUE' }
  ses.identities.set('operator.com', shared)
  const refused = await add('operator.com')
  expect([refused.status, refused.body.error.code]).toEqual([409, 'domain_in_use'])
  expect(refused.body.error.message).toContain('`postline` = `managed`')
  expect(await isKnown('operator.com')).toBe(false)
  expect(ses.identities.get('operator.com')).toBe(shared)
  expect(shared.mailFrom.domain).toBe('bounce.operator.com')

  shared.tags.push({ Key: 'postline', Value: 'managed' })
  expect((await add('operator.com')).status).toBe(201)
})

test('an identity whose tag the operator removed survives the deletion of its domain', async () => {
  await add('back.acme.com')
  ses.identities.get('back.acme.com')!.tags = []
  expect((await remove('back.acme.com')).status).toBe(204)
  expect(await isKnown('back.acme.com')).toBe(false)
  expect(ses.identities.has('back.acme.com')).toBe(true)
})

test('a domain that SES throttles leaves nothing behind and can be added again soon', async () => {
  fault = (operation) => (operation === 'PutEmailIdentityMailFromAttributes' ? TOO_FAST : undefined)
  const refused = await add('busy.acme.com')
  expect([refused.status, refused.body.error.code]).toEqual([503, 'provider_unavailable'])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await isKnown('busy.acme.com')).toBe(false)
  expect(ses.identities.size).toBe(0)
  fault = () => undefined
  expect((await add('busy.acme.com')).status).toBe(201)
})

test('a failed addition keeps an identity that another account needs', async () => {
  const other = (await app.app.services.accounts.create('other@postline.test')).key
  expect((await add('both.acme.com', other)).status).toBe(201)
  // It was removed in SES, so the failing addition creates it.
  ses.identities.clear()
  fault = (operation) => (operation === 'PutEmailIdentityMailFromAttributes' ? TOO_FAST : undefined)
  expect((await add('both.acme.com')).status).toBe(503)
  expect(ses.identities.has('both.acme.com')).toBe(true)
})

test('a name whose identity could not be removed can still be added later', async () => {
  fault = (operation) =>
    operation === 'PutEmailIdentityMailFromAttributes' || operation === 'DeleteEmailIdentity' ? TOO_FAST : undefined
  expect((await add('left.acme.com')).status).toBe(503)
  expect(ses.identities.has('left.acme.com')).toBe(true)
  fault = () => undefined
  expect((await add('left.acme.com')).status).toBe(201)
  expect(ses.identities.get('left.acme.com')!.mailFrom?.domain).toBe('send.left.acme.com')
})
