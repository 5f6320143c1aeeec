import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '../../src/operations/list.js'
import type { AnyOperation } from '../../src/operations/runner.js'
import { routes } from '../../src/rest/routes.js'
import { expectError } from '../support/expect-error.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

const SCOPES = ['send', 'read', 'admin'] as const

/** The scopes in the contract, listed here so that a change of the table is noticed. */
const EXPECTED: Record<string, 'any' | 'public' | (typeof SCOPES)[number]> = {
  'POST /v1/send': 'send',
  'POST /v1/send/batch': 'send',
  'GET /v1/messages': 'read',
  'GET /v1/messages?idempotency_key=x': 'read',
  'GET /v1/messages/by-idempotency-key': 'read',
  'GET /v1/messages/:id': 'read',
  'POST /v1/messages/:id/cancel': 'send',
  'GET /v1/messages/:id/content': 'read',
  'DELETE /v1/messages/:id/content': 'admin',
  'POST /v1/messages/:id/resend': 'send',
  'POST /v1/validate': 'send',
  'GET /v1/account/verification': 'any',
  'POST /v1/test-recipients': 'admin',
  'GET /v1/test-recipients': 'read',
  'POST /v1/test-recipients/verify': 'public',
  'DELETE /v1/test-recipients/:id': 'admin',
  'GET /v1/usage': 'read',
  'GET /v1/spend-caps': 'read',
  'PUT /v1/spend-caps': 'admin',
  'DELETE /v1/spend-caps/:id': 'admin',
  'POST /v1/keys': 'admin',
  'GET /v1/keys': 'admin',
  'POST /v1/keys/:id/rotate': 'admin',
  'DELETE /v1/keys/:id': 'admin',
  'POST /v1/webhooks': 'admin',
  'GET /v1/webhooks': 'read',
  'GET /v1/webhooks/:id': 'read',
  'PUT /v1/webhooks/:id': 'admin',
  'DELETE /v1/webhooks/:id': 'admin',
  'POST /v1/webhooks/:id/rotate-secret': 'admin',
  'POST /v1/webhooks/:id/test': 'admin',
  'GET /v1/webhooks/:id/deliveries': 'read',
  'GET /v1/webhooks/:id/deliveries/:delivery_id': 'read',
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': 'admin',
  'POST /v1/domains': 'admin',
  'GET /v1/domains': 'read',
  'GET /v1/domains/:domain': 'read',
  'DELETE /v1/domains/:domain': 'admin',
  'POST /v1/domains/:domain/verify': 'admin',
  'PUT /v1/domains/:domain/from-name': 'admin',
  'GET /v1/domains/:domain/dns-setup': 'read',
  'GET /v1/domains/:domain/dns-setup/zonefile': 'read',
  'GET /v1/domains/:domain/bimi': 'read',
  'PUT /v1/domains/:domain/bimi': 'admin',
  'POST /v1/domains/:domain/bimi/logo': 'admin',
  'POST /v1/uploads': 'admin',
  'POST /v1/suppressions': 'admin',
  'GET /v1/suppressions': 'read',
  'GET /v1/suppressions/:recipient': 'read',
  'DELETE /v1/suppressions': 'admin',
  'POST /v1/suppressions/import': 'admin',
  'POST /v1/suppressions/import/file': 'admin',
  'GET /v1/suppressions/export': 'read',
  'POST /v1/webhooks/:id/redeliver': 'admin',
  'GET /v1/messages/:id/raw': 'read',
  'GET /v1/messages/:id/attachments/:index': 'read',
  'GET /v1/messages/export.csv': 'read',
  'GET /v1/messages/export.ndjson': 'read',
  'POST /v1/templates': 'admin',
  'GET /v1/templates': 'read',
  'POST /v1/templates/preview': 'read',
  'GET /v1/templates/:id': 'read',
  'PUT /v1/templates/:id': 'admin',
  'DELETE /v1/templates/:id': 'admin',
  'GET /v1/templates/:id/versions': 'read',
  'POST /v1/templates/:id/render': 'read',
  'POST /v1/broadcasts': 'admin',
  'GET /v1/broadcasts': 'read',
  'GET /v1/broadcasts/:id': 'read',
  'DELETE /v1/broadcasts/:id': 'admin',
  'POST /v1/broadcasts/:id/send': 'admin',
  'POST /v1/broadcasts/:id/cancel': 'admin',
  'POST /v1/broadcasts/:id/pause': 'admin',
  'POST /v1/broadcasts/:id/resume': 'admin',
  'POST /v1/broadcasts/:id/test': 'admin',
  'GET /v1/audit-log': 'admin',
  'POST /v1/domains/:domain/inbound': 'admin',
  'PUT /v1/domains/:domain/links': 'admin',
  'PUT /v1/domains/:domain/ed25519': 'admin',
  'GET /v1/domains/:domain/dmarc-reports': 'read',
  'GET /v1/domains/:domain/dmarc-summary': 'read',
  'GET /v1/domains/:domain/tls-reports': 'read',
  'GET /v1/domains/:domain/tls-summary': 'read',
  'GET /v1/inbound': 'read',
  'GET /v1/inbound/:id': 'read',
  'GET /v1/inbound/:id/raw': 'read',
  'GET /v1/inbound/:id/attachments/:index': 'read',
  'POST /v1/inbound/routes': 'admin',
  'GET /v1/inbound/routes': 'read',
  'GET /v1/inbound/routes/:id': 'read',
  'PUT /v1/inbound/routes/:id': 'admin',
  'POST /v1/inbound/routes/:id/rotate-secret': 'admin',
  'DELETE /v1/inbound/routes/:id': 'admin',
  'POST /v1/contacts': 'admin',
  'GET /v1/contacts': 'read',
  'GET /v1/contacts/:id': 'read',
  'PUT /v1/contacts/:id': 'admin',
  'DELETE /v1/contacts/:id': 'admin',
  'POST /v1/contacts/bulk': 'admin',
  'POST /v1/contacts/imports': 'admin',
  'POST /v1/contacts/import': 'admin',
  'GET /v1/contacts/imports/:id': 'read',
  'GET /v1/contacts/export': 'read',
  'GET /v1/contacts/:id/topics': 'read',
  'PUT /v1/contacts/:id/topics': 'admin',
  'POST /v1/contact-lists': 'admin',
  'GET /v1/contact-lists': 'read',
  'GET /v1/contact-lists/:id': 'read',
  'PUT /v1/contact-lists/:id': 'admin',
  'DELETE /v1/contact-lists/:id': 'admin',
  'GET /v1/contact-lists/:id/members': 'read',
  'POST /v1/contact-lists/:id/members': 'admin',
  'DELETE /v1/contact-lists/:id/members/:contact_id': 'admin',
  'GET /v1/stats': 'read',
  'GET /v1/billing': 'read',
  'POST /v1/billing/checkout': 'admin',
  'POST /v1/billing/portal': 'admin',
  'GET /v1/uploads': 'read',
  'DELETE /v1/uploads/:id': 'admin',
  'GET /v1/dead-letters': 'admin',
  'POST /v1/dead-letters/:id/retry': 'admin',
  'GET /v1/approvals': 'read',
  'GET /v1/approvals/:id': 'any',
  'POST /v1/approvals/:id/approve': 'admin',
  'POST /v1/approvals/:id/refuse': 'admin',
  'PUT /v1/broadcasts/:id': 'admin',
  'POST /v1/broadcasts/:id/preview': 'read',
  'POST /v1/broadcasts/preview': 'read',
  'GET /v1/broadcasts/:id/recipients': 'read',
  'GET /v1/broadcasts/:id/links': 'read',
  'GET /v1/mail/threads': 'read',
  'GET /v1/mail/threads/:id': 'read',
  'POST /v1/mail/threads/:id/read': 'read',
  'POST /v1/mail/threads/:id/star': 'read',
  'POST /v1/mail/threads/:id/move': 'read',
  'PUT /v1/mail/threads/:id/labels': 'read',
  'POST /v1/mail/threads/:id/labels': 'read',
  'POST /v1/mail/threads/:id/snooze': 'read',
  'PUT /v1/mail/threads/:id/assignee': 'read',
  'POST /v1/mail/messages/:source/:id/star': 'read',
  'POST /v1/mail/blocked-senders': 'read',
  'GET /v1/mail/blocked-senders': 'read',
  'DELETE /v1/mail/blocked-senders/:id': 'read',
  'POST /v1/mail/threads/bulk': 'read',
  'POST /v1/mail/threads/bulk/:id/undo': 'read',
  'GET /v1/mail/changes': 'read',
  'POST /v1/mail/compose': 'send',
  'POST /v1/mail/threads/:id/reply': 'send',
  'POST /v1/mail/threads/:id/forward': 'admin',
  'POST /v1/mail/drafts': 'read',
  'GET /v1/mail/drafts': 'read',
  'GET /v1/mail/drafts/:id': 'read',
  'PUT /v1/mail/drafts/:id': 'read',
  'DELETE /v1/mail/drafts/:id': 'read',
  'POST /v1/mail/drafts/:id/send': 'send',
  'GET /v1/mail/export': 'read',
  'GET /v1/mail/export?format=x': 'read',
  'GET /v1/mail/export.mbox': 'read',
  'POST /v1/mail/inboxes': 'admin',
  'GET /v1/mail/inboxes': 'read',
  'PUT /v1/mail/inboxes/:id': 'admin',
  'DELETE /v1/mail/inboxes/:id': 'admin',
  'POST /v1/mail/labels': 'read',
  'GET /v1/mail/labels': 'read',
  'PUT /v1/mail/labels/:id': 'read',
  'DELETE /v1/mail/labels/:id': 'read',
  'POST /v1/mail/threads/:id/merge': 'read',
  'POST /v1/mail/messages/:source/:id/split': 'read',
  'POST /v1/mail/threads/:id/notes': 'read',
  'GET /v1/mail/threads/:id/notes': 'read',
  'GET /v1/mail/notes/:id': 'read',
  'PUT /v1/mail/notes/:id': 'read',
  'DELETE /v1/mail/notes/:id': 'read',
  'PUT /v1/mail/threads/:id/presence': 'read',
  'GET /v1/mail/threads/:id/presence': 'read',
  'DELETE /v1/mail/threads/:id/presence/:client_id': 'read',
  'POST /v1/mail/saved-replies': 'read',
  'GET /v1/mail/saved-replies': 'read',
  'GET /v1/mail/saved-replies/:id': 'read',
  'PUT /v1/mail/saved-replies/:id': 'read',
  'DELETE /v1/mail/saved-replies/:id': 'read',
  'POST /v1/mail/saved-replies/:id/render': 'read',
  'GET /v1/mail/search': 'read',
  'POST /v1/recipients/erase': 'admin',
  'GET /dev/outbox': 'read',
  'GET /dev/outbox/:id': 'read',
}

const bound: { name: string; method: string; path: string; operation: AnyOperation }[] = routes.flatMap(
  ({ method, path, operation, instead }) => [
    { name: `${method} ${path}`, method, path, operation },
    ...(instead
      ? [
          {
            name: `${method} ${path}?${instead.parameter}=x`,
            method,
            path: `${path}?${instead.parameter}=x`,
            operation: instead.operation,
          },
        ]
      : []),
  ],
)

let app: TestApp
const keys = new Map<string, string>()
beforeAll(async () => {
  app = await startApp()
  for (const scope of SCOPES) {
    for (const testMode of [false, true]) keys.set(`${scope} ${testMode}`, await app.key(scope, testMode))
  }
})
afterAll(() => app.close())

/** A request that finds nothing and changes nothing in any operation. */
const ask = (method: string, path: string, key: string | null) =>
  call(app.url, method, path.replaceAll(/:\w+/g, `none_${randomBytes(4).toString('hex')}`), {
    key,
    ...(method !== 'GET' && { body: [] }),
  })

test('every operation except subscriptions has a route', () => {
  const reached = new Set(bound.map(({ operation }) => operation.name))
  const missing = operationList.filter(({ kind, name }) => kind !== 'subscription' && !reached.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(bound)('$name', ({ name, method, path, operation }) => {
  if (name in EXPECTED) {
    test('needs the scope in the contract', () => {
      expect(operation.scope).toBe(EXPECTED[name])
    })
  }

  test(operation.scope === 'public' ? 'needs no key' : 'is refused without a key', async () => {
    const result = await ask(method, path, null)
    if (operation.scope === 'public') expectError(result, 400, 'invalid_request')
    else expectError(result, 401, 'unauthorized')
  })

  test('is answered by the scope and the mode of a key', async () => {
    const answer = async ({ scope, testMode }: { scope: (typeof SCOPES)[number]; testMode: boolean }) => {
      const result = await ask(method, path, keys.get(`${scope} ${testMode}`)!)
      const may = ['any', 'public'].includes(operation.scope) || scope === 'admin' || scope === operation.scope
      const walled = testMode && operation.liveAction !== undefined
      const by = `a ${scope} key (test mode: ${testMode}): ${JSON.stringify(result.body)}`
      if (may && !walled) {
        expect([401, 403], by).not.toContain(result.status)
        return expect(result.status, by).toBeLessThan(500)
      }
      expect(result.status, by).toBe(403)
      return expectError(result, 403, 'forbidden')
    }
    await Promise.all(SCOPES.flatMap((scope) => [false, true].map((testMode) => answer({ scope, testMode }))))
  })
})

test('a refusal names each sufficient scope once', async () => {
  const messageOf = async (path: string) => (await ask('GET', path, keys.get('send true')!)).body.error.message
  expect(await messageOf('/v1/keys')).toBe('This operation needs a key with the scope admin; this key has send.')
  expect(await messageOf('/v1/messages')).toBe(
    'This operation needs a key with the scope read or admin; this key has send.',
  )
})

test('send and read are separate: a send key cannot read its messages, a read key cannot send or cancel', async () => {
  const sendKey = keys.get('send true')!
  const readKey = keys.get('read true')!
  const body = {
    channel: 'email',
    idempotency_key: 'nest',
    destination: { email: 'a@example.com' },
    payload: { subject: 's', body_text: 't' },
  }
  const sent = await call(app.url, 'POST', '/v1/send', { key: sendKey, body })
  expect(sent.status).toBe(201)
  expectError(await call(app.url, 'GET', `/v1/messages/${sent.body.id}`, { key: sendKey }), 403, 'forbidden')
  expect((await call(app.url, 'GET', `/v1/messages/${sent.body.id}`, { key: readKey })).status).toBe(200)
  expectError(await call(app.url, 'POST', '/v1/send', { key: readKey, body }), 403, 'forbidden')
  expectError(await call(app.url, 'POST', `/v1/messages/${sent.body.id}/cancel`, { key: readKey }), 403, 'forbidden')
})
