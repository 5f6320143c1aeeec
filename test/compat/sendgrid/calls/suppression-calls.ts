import assert from 'node:assert/strict'
import type { TestApp } from '../../../support/start-app.js'
import { ask, type Call, missing, other, refused, same } from './call.js'

const PAGED =
  'Without `start_time` and `end_time`; `offset` and `limit` reach the first 1,000 entries. `created` is when it changed last'

const add = (app: TestApp, recipient: string, reason: string) =>
  app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient, reason } })

const stateOf = async (app: TestApp, recipient: string) => {
  const { status, body } = await app.call('GET', `/v1/suppressions/${encodeURIComponent(recipient)}`)
  return status === 404 ? null : body.state
}

/** The calls of a list whose entries have a reason. */
function callsOf(list: string, reason: string): readonly Call[] {
  const url = `/v3/suppression/${list}`
  const address = (name: string) => `${name}.${list}@example.com`
  return [
    other(`GET ${url}`, PAGED, async ({ sdk, app }) => {
      await add(app, address('other'), 'manual')
      for (const name of ['a', 'b', 'c']) await add(app, address(name), reason)
      const [, page] = await ask(sdk, 'GET', `${url}?limit=2&offset=1`)
      const emails = page.map(({ email }: { email: string }) => email)
      assert.deepEqual(emails, [address('b'), address('a')])
      assert.ok(Math.abs(page[0].created - Date.now() / 1_000) < 3_600)
      assert.equal(await refused(sdk, 'GET', `${url}?offset=999&limit=2`), 501)
      assert.equal(await refused(sdk, 'GET', `${url}?start_time=1`), 501)
    }),
    same(`GET ${url}/:email`, async ({ sdk, app }) => {
      await add(app, address('one'), reason)
      const [, found] = await ask(sdk, 'GET', `${url}/${address('one')}`)
      assert.equal(found[0].email, address('one'))
      await add(app, address('manual'), 'manual')
      assert.deepEqual((await ask(sdk, 'GET', `${url}/${address('manual')}`))[1], [])
    }),
    same(`DELETE ${url}/:email`, async ({ sdk, app }) => {
      await add(app, address('gone'), reason)
      await add(app, address('stays'), 'manual')
      const [status] = await ask(sdk, 'DELETE', `${url}/${address('gone')}`)
      assert.equal(status, 204)
      assert.equal(await stateOf(app, address('gone')), null)
      assert.equal(await refused(sdk, 'DELETE', `${url}/${address('stays')}`), 404)
      assert.equal(await stateOf(app, address('stays')), 'suppressed')
    }),
    missing(`DELETE ${url}`, 'Delete one at a time'),
  ]
}

/** Suppressions. */
export const suppressionCalls: readonly Call[] = [
  ...callsOf('bounces', 'hard_bounce'),
  ...callsOf('spam_reports', 'complaint'),
  missing('GET /v3/suppression/blocks', 'Temporary failures block nobody: they are events of a message'),
  missing('GET /v3/suppression/invalid_emails', 'An invalid address is refused when a mail is sent to it'),
  other(
    'GET /v3/suppression/unsubscribes',
    `${PAGED}. It has those who unsubscribed themselves or by this API; those of an import have other reasons`,
    async ({ sdk }) => {
      await ask(sdk, 'POST', '/v3/asm/suppressions/global', { recipient_emails: ['listed@example.com'] })
      const [, all] = await ask(sdk, 'GET', '/v3/suppression/unsubscribes')
      assert.ok(all.some(({ email }: { email: string }) => email === 'listed@example.com'))
    },
  ),
  other(
    'POST /v3/asm/suppressions/global',
    'It stops only marketing mail: transactional mail still goes to them. An invalid address is an error, and the others are added',
    async ({ sdk, app }) => {
      const emails = ['Left@Example.com', 'left@example.com', 'gone@example.com']
      const [status, answer] = await ask(sdk, 'POST', '/v3/asm/suppressions/global', { recipient_emails: emails })
      assert.equal(status, 201)
      assert.deepEqual(answer, { recipient_emails: ['left@example.com', 'gone@example.com'] })
      assert.equal(await stateOf(app, 'left@example.com'), 'unsubscribed')
      const mixed = { recipient_emails: ['nobody', 'fine@example.com'] }
      assert.equal(await refused(sdk, 'POST', '/v3/asm/suppressions/global', mixed), 400)
      assert.equal(await stateOf(app, 'fine@example.com'), 'unsubscribed')
    },
  ),
  same('GET /v3/asm/suppressions/global/:email', async ({ sdk, app }) => {
    await ask(sdk, 'POST', '/v3/asm/suppressions/global', { recipient_emails: ['asked@example.com'] })
    const [, found] = await ask(sdk, 'GET', '/v3/asm/suppressions/global/asked@example.com')
    assert.deepEqual(found, { recipient_email: 'asked@example.com' })
    await add(app, 'blocked@example.com', 'manual')
    assert.deepEqual((await ask(sdk, 'GET', '/v3/asm/suppressions/global/blocked@example.com'))[1], {})
    assert.deepEqual((await ask(sdk, 'GET', '/v3/asm/suppressions/global/nobody@example.com'))[1], {})
  }),
  same('DELETE /v3/asm/suppressions/global/:email', async ({ sdk, app }) => {
    await ask(sdk, 'POST', '/v3/asm/suppressions/global', { recipient_emails: ['back@example.com'] })
    const [status] = await ask(sdk, 'DELETE', '/v3/asm/suppressions/global/back@example.com')
    assert.equal(status, 204)
    assert.equal(await stateOf(app, 'back@example.com'), null)
    await add(app, 'kept@example.com', 'hard_bounce')
    assert.equal(await refused(sdk, 'DELETE', '/v3/asm/suppressions/global/kept@example.com'), 404)
  }),
  missing('GET /v3/asm/groups', 'A group is a contact list with `is_topic`: `/v1/contact-lists`'),
  missing('POST /v3/asm/groups', 'A group is a contact list with `is_topic`: `/v1/contact-lists`'),
  missing('POST /v3/asm/groups/:id/suppressions', 'Use `PUT /v1/contacts/:id/topics`'),
  missing('GET /v3/asm/suppressions', 'Use `GET /v1/suppressions`'),
]
