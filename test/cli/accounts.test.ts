import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { MailTransport } from '../../src/providers/mail/mail-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

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

beforeAll(async () => {
  app = await startApp({ DISPATCH_RETRY_BASE_MS: '50' }, { transport: mail.transport })
})
afterAll(() => app.close())

test('accounts create --json prints only the id and a working key', async () => {
  const { code, stdout, stderr, json } = await postlineHere(
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
  const { code, stdout } = await postlineHere(
    { ...app.settings, REDIS_URL: 'redis://127.0.0.1:1' },
    'accounts',
    'create',
    '--email',
    'second@example.com',
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Account {4}acc_\w+\nAdmin key {2}sk_live_[\w-]+\n {11}Shown only once\. Keep it safe\.\n$/)
})

test('a second account for an owner needs --another, also if two are created at once', async () => {
  const create = (email: string, ...more: string[]) =>
    postlineHere(app.settings, 'accounts', 'create', '--json', '--email', email, ...more)
  const made = (await create('twice@example.com')).json().account_id
  const { code, stderr } = await create('twice@example.com')
  expect(code).toBe(1)
  expect(stderr).toBe(`error: email: already owns the account ${made}. To create another one, add --another\n`)
  expect((await create('twice@example.com', '--another')).json().account_id).not.toBe(made)

  const racing = await Promise.all(Array.from({ length: 4 }, () => create('race@example.com')))
  expect(racing.map((result) => result.code).sort()).toEqual([0, 1, 1, 1])
  expect(await app.app.models.accounts.countDocuments({ owner_email: 'race@example.com' })).toBe(1)
})

test('an invalid address prints one line on stderr and exits with 1', async () => {
  const { code, stdout, stderr } = await postlineHere(app.settings, 'accounts', 'create', '--email', 'nobody')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('error: email: must be an email address, like owner@example.com\n')
})

test('accounts list shows every account in aligned columns', async () => {
  const { stdout } = await postlineHere(app.settings, 'accounts', 'list')
  const [heading = '', ...rows] = stdout.trimEnd().split('\n')
  const row = rows.find((line) => line.startsWith(app.accountId)) ?? ''
  expect(row).toContain('owner@postline.test')
  expect(row.indexOf('owner@')).toBe(heading.indexOf('OWNER'))
  expect(row.indexOf('active')).toBe(heading.indexOf('STATE'))
  const { accounts } = (await postlineHere(app.settings, 'accounts', 'list', '--json')).json()
  expect(accounts).toContainEqual(
    expect.objectContaining({ id: app.accountId, owner_email: 'owner@postline.test', suspended_at: null }),
  )
})

test('set-plan changes the request rate and the quotas from the next request on, and none takes the plan away', async () => {
  const limited = await startApp({ RATE_LIMIT_PER_SECOND: '', ROLES: 'api' })
  onTestFinished(() => limited.close())
  const limit = async () => (await limited.call('GET', '/v1/messages')).headers.get('x-ratelimit-limit')
  const setPlan = (plan: string) => postlineHere(limited.settings, 'accounts', 'set-plan', limited.accountId, plan)
  const planListed = async () =>
    (await postlineHere(limited.settings, 'accounts', 'list', '--json')).json().accounts[0].plan
  expect([await limit(), await planListed()]).toEqual(['100', null])

  expect(await setPlan('Growth')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('plan growth') })
  expect([await limit(), await planListed()]).toEqual(['50', 'growth'])
  expect((await postlineHere(limited.settings, 'accounts', 'list')).stdout).toMatch(/PLAN.*\n.* growth /)
  const { entries } = (await limited.call('GET', '/v1/audit-log')).body
  expect(entries[0]).toMatchObject({ operation: 'accounts.setPlan', target: limited.accountId, actor: { type: 'cli' } })

  const { code, stderr } = await setPlan('gold')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: plan: must be starter, pro, growth, scale or none\n' })
  expect((await setPlan('none')).code).toBe(0)
  expect([await limit(), await planListed()]).toEqual(['100', null])
})

test('a suspended account gets 403 at once and its mail waits; after resuming, the mail leaves within seconds', async () => {
  const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  expect(sent.status).toBe(201)
  const messageId = sent.body.id as string

  const suspended = await postlineHere(app.settings, 'accounts', 'suspend', app.accountId)
  expect(suspended).toMatchObject({ code: 0, stderr: '' })
  const requests = [
    app.call('POST', '/v1/send', { body: aSend() }),
    app.call('GET', '/v1/messages'),
    app.call('GET', '/v1/keys'),
  ]
  for (const { status, body } of await Promise.all(requests)) {
    expect({ status, code: body.error?.code }).toEqual({ status: 403, code: 'account_suspended' })
  }
  const { accounts } = (await postlineHere(app.settings, 'accounts', 'list', '--json')).json()
  expect(accounts.find(({ id }: { id: string }) => id === app.accountId).suspended_at).not.toBeNull()

  await eventually('the mail is held', () => app.app.models.messages.exists({ _id: messageId, held: app.accountId }))
  mail.takes = true
  await app.app.scheduler?.sweep()
  expect(mail.taken).toEqual([])

  expect((await postlineHere(app.settings, 'accounts', 'resume', app.accountId, '--json')).json()).toMatchObject({
    id: app.accountId,
    suspended_at: null,
  })
  await eventually('the mail went out', () => mail.taken.includes(messageId))
  expect((await app.call('GET', '/v1/messages')).status).toBe(200)
})

test('suspending an unknown account is an error that says so', async () => {
  const { code, stderr } = await postlineHere(app.settings, 'accounts', 'suspend', 'acc_none')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no account acc_none.\n' })
})
