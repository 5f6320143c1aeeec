import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../support/file-mail.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { postlineHere } from './support.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const erase = (...args: string[]) => postlineHere(app.settings, 'erase', ...args)
const sendAs = async (key: string, email: string) => {
  const { body } = await app.call('POST', '/v1/send', { key, body: aSend({ destination: { email } }) })
  await eventually('it left', async () => {
    const message = await app.call('GET', `/v1/messages/${body.id}`, { key })
    return message.body.status === 'delivered'
  })
  await eventually(
    'no work is left',
    async () => !(await app.app.models.events.exists({ fanout_at: { $exists: true } })),
  )
}

test('erase works on all accounts or one, tells its progress, and notes it in the audit log without the address', async () => {
  const other = await app.app.services.accounts.create('other@elsewhere.test')
  const theirs = (await app.call('POST', '/v1/keys', { key: other.key, body: { scope: 'admin', test_mode: true } }))
    .body.key
  await sendAs(await app.testKey(), 'ada@example.com')
  await sendAs(theirs, 'ada@example.com')
  await sendAs(theirs, 'bob@example.com')

  const one = await erase('Ada@Example.com', '--account', app.accountId, '--json')
  expect(one.json()).toEqual({ messages: 1, inbound_emails: 0, contacts: 0, kept: [], accounts: 1 })
  await receiveMail(app, { from: 'bob@example.com', text: 'Ask ada@example.com.' })
  const all = await erase('Ada@Example.com')
  expect(all.stdout).toBe('The address is erased from 1 message and 1 received mail of 2 accounts.\n')
  expect(all.stderr).toMatch(/^account 1 of 2: \d+ messages searched, 0 erased\n/)
  expect((await erase('ada@example.com', '--json')).json().messages).toBe(0)

  const [newest] = (await app.call('GET', '/v1/audit-log')).body.entries
  expect(newest).toMatchObject({ actor: { type: 'cli' }, operation: 'recipients.erase', target: app.accountId })
})

test('erase prints where the address stays', async () => {
  await verifiedDomain(app, 'acme.example')
  await app.app.models.domains.updateOne({ name: 'acme.example' }, { $set: { inbound_enabled: true } })
  const inbox = await app.call('POST', '/v1/mail/inboxes', { body: { address: 'eve@acme.example' } })
  const { stdout } = await erase('Eve@acme.example')
  expect(stdout).toContain(`of 2 accounts.\nIt stays here, because something would stop working without it:\n`)
  expect(stdout).toContain(`\n  inbox ${inbox.body.id}: address\n`)
})

test('erase on all accounts deletes callbacks with the address that match no message', async () => {
  const { callbacks, deadLetters } = app.app.models
  const park = async (email: string) => {
    const id = app.app.newId('callback')
    const body = JSON.stringify({ bounce: { bouncedRecipients: [{ emailAddress: email }] } })
    const row = { provider: 'ses' as const, source: 'ses' as const, type: 'Bounce', provider_message_id: 'unknown' }
    const work = { account_id: 'unknown', provider_key: id, body, tries: 3, crashes: 0 }
    await callbacks.collection.insertOne({ _id: id, ...row, ...work })
    const letter = { kind: 'ingest', row_id: id, account_id: 'unknown', error: 'no message', crashes: 0 }
    await deadLetters.collection.insertOne({ _id: `dl_${id}`, ...letter, created_at: new Date() })
    return id
  }
  const [carol, another] = [await park('Carol@Example.com'), await park('mcarol@example.com')]
  await erase('carol@example.com', '--account', app.accountId)
  expect(await callbacks.countDocuments({ _id: carol })).toBe(1)
  await erase('carol@example.com')
  expect((await callbacks.find().lean()).map(({ _id }) => _id)).toEqual([another])
  expect((await deadLetters.find().lean()).map(({ row_id }) => row_id)).toEqual([another])
})

test('erase of a text that is not an address, or in an unknown account, is an error that says so', async () => {
  expect(await erase('nobody')).toMatchObject({ code: 1, stderr: expect.stringContaining('must be an email address') })
  const unknown = await erase('ada@example.com', '--account', 'acc_none')
  expect(unknown).toMatchObject({ code: 1, stderr: 'error: There is no account acc_none.\n' })
})
