import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailTransport } from '../../src/providers/mail/mail-transport.js'
import { BUILD_MS, sharedProgram } from '../support/shared-program.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { postline } from './support.js'

/** Defers mail until the test makes it accept. */
function switchableProvider() {
  const taken: string[] = []
  const transport: MailTransport = {
    name: 'capture',
    concurrency: 4,
    send: async (mail) => {
      if (!state.takes) return { outcome: 'deferred', error: 'not yet' }
      taken.push(mail.messageId)
      return { outcome: 'accepted', providerMessageId: mail.rfcMessageId }
    },
    check: async () => {},
    close: async () => {},
  }
  const state = { takes: false, taken, transport }
  return state
}

const mail = switchableProvider()
let app: TestApp

beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  app = await startApp({ DISPATCH_RETRY_BASE_MS: '50' }, { transport: mail.transport })
})
afterAll(() => app.close())

test('accounts create --json prints only the id and a working key', async () => {
  const { code, stdout, stderr, json } = await postline(
    app.settings,
    'accounts',
    'create',
    '--email',
    'ops@example.com',
    '--json',
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toHaveLength(1)
  expect(Object.keys(json())).toEqual(['account_id', 'key'])
  const { account_id, key } = json()
  const { status, body } = await app.call('GET', '/v1/account/verification', { key })
  expect({ status, account_id: body.account_id }).toEqual({ status: 200, account_id })
})

test('accounts create needs no Redis', async () => {
  const { code, stdout } = await postline(
    { ...app.settings, REDIS_URL: 'redis://127.0.0.1:1' },
    'accounts',
    'create',
    '--email',
    'second@example.com',
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Account {4}acc_\w+\nAdmin key {2}sk_live_[\w-]+\n {11}Shown only once\. Keep it safe\.\n$/)
})

test('an invalid address prints one line on stderr and exits with 1', async () => {
  const { code, stdout, stderr } = await postline(app.settings, 'accounts', 'create', '--email', 'nobody')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('error: email: must be an email address, like owner@example.com\n')
})

test('accounts list shows every account in aligned columns', async () => {
  const { stdout } = await postline(app.settings, 'accounts', 'list')
  const [heading = '', ...rows] = stdout.trimEnd().split('\n')
  const row = rows.find((line) => line.startsWith(app.accountId)) ?? ''
  expect(row).toContain('owner@postline.test')
  expect(row.indexOf('owner@')).toBe(heading.indexOf('OWNER'))
  expect(row.indexOf('active')).toBe(heading.indexOf('STATE'))
  const { accounts } = (await postline(app.settings, 'accounts', 'list', '--json')).json()
  expect(accounts).toContainEqual(
    expect.objectContaining({ id: app.accountId, owner_email: 'owner@postline.test', suspended_at: null }),
  )
})

test('a suspended account gets 403 at once and its mail waits; after resuming, the mail leaves within seconds', async () => {
  const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  expect(sent.status).toBe(201)
  const messageId = sent.body.id as string

  const suspended = await postline(app.settings, 'accounts', 'suspend', app.accountId)
  expect(suspended).toMatchObject({ code: 0, stderr: '' })
  const requests = [
    app.call('POST', '/v1/send', { body: aSend() }),
    app.call('GET', '/v1/messages'),
    app.call('GET', '/v1/keys'),
  ]
  for (const { status, body } of await Promise.all(requests)) {
    expect({ status, code: body.error?.code }).toEqual({ status: 403, code: 'account_suspended' })
  }
  const { accounts } = (await postline(app.settings, 'accounts', 'list', '--json')).json()
  expect(accounts.find(({ id }: { id: string }) => id === app.accountId).suspended_at).not.toBeNull()

  await eventually('the mail is held', () => app.app.models.messages.exists({ _id: messageId, held: app.accountId }))
  mail.takes = true
  await app.app.scheduler?.sweep()
  expect(mail.taken).toEqual([])

  expect((await postline(app.settings, 'accounts', 'resume', app.accountId, '--json')).json()).toMatchObject({
    id: app.accountId,
    suspended_at: null,
  })
  await eventually('the mail went out', () => mail.taken.includes(messageId), 10_000)
  expect((await app.call('GET', '/v1/messages')).status).toBe(200)
})

test('suspending an unknown account is an error that says so', async () => {
  const { code, stderr } = await postline(app.settings, 'accounts', 'suspend', 'acc_none')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no account acc_none.\n' })
})
