import { describe, expect, test } from 'vitest'
import { QUOTAS } from '../../../src/services/platform/quotas.js'
import { expectError } from '../../support/expect-error.js'
import { fillQuota } from '../../support/fill-quota.js'
import { anotherAccount, useTwoProcesses } from '../../support/more-processes.js'
import { type CallResult, call } from '../../support/start-app.js'

const [app, second] = useTwoProcesses()

const RESOURCES = [
  { resource: 'webhooks', path: '/v1/webhooks', body: { endpoint_url: 'http://127.0.0.1:1029/hook' } },
  {
    resource: 'templates',
    path: '/v1/templates',
    body: { name: 'Hello', channel: 'email', subject: 'Hi', body_html: '<p>Hi</p>' },
  },
  { resource: 'drafts', path: '/v1/mail/drafts', body: { subject: 'Begun' } },
  { resource: 'contact_lists', path: '/v1/contact-lists', body: { name: 'News' } },
  { resource: 'api_keys', path: '/v1/keys', body: { scope: 'read' } },
] as const

const statuses = (results: CallResult[]) => [201, 422].map((code) => results.filter((r) => r.status === code).length)

const { path: WEBHOOKS, body: WEBHOOK } = RESOURCES[0]

test('200 concurrent creations of webhooks give exactly 100', async () => {
  const { key } = await anotherAccount(app, 'rush@elsewhere.test')
  const create = () => call(app.url, 'POST', WEBHOOKS, { key, body: WEBHOOK })
  expect(statuses(await Promise.all(Array.from({ length: 200 }, create)))).toEqual([100, 100])
})

test('two processes share a quota', async () => {
  const { key } = await anotherAccount(app, 'two@elsewhere.test')
  await fillQuota(app, 'two@elsewhere.test', 'webhooks', 10)
  const create = (index: number) => call(index % 2 ? app.url : second.url, 'POST', WEBHOOKS, { key, body: WEBHOOK })
  const results = await Promise.all(Array.from({ length: 30 }, (_none, index) => create(index)))
  expect(statuses(results)).toEqual([10, 20])
})

describe.each(RESOURCES)('the quota of $resource', ({ resource, path, body }) => {
  const email = `${resource}@elsewhere.test`
  let key: string
  let accountId: string
  const create = () => call(app.url, 'POST', path, { key, body })

  test('is exact under load, and a deletion makes room', async () => {
    ;({ key, accountId } = await anotherAccount(app, email))
    await fillQuota(app, email, resource, 3)
    const results = await Promise.all(Array.from({ length: 8 }, create))
    expect(statuses(results)).toEqual([3, 5])
    const { id } = results.find(({ status }) => status === 201)!.body
    expect((await call(app.url, 'DELETE', `${path}/${id}`, { key })).status).toBeLessThan(300)
    expect((await create()).status).toBe(201)
    expectError(await create(), 422, `too_many_${resource}`)
  })

  test('is the same with Starter, and ten times that with the other plans', async () => {
    await app.app.models.accounts.updateOne({ _id: accountId }, { $set: { plan: 'starter' } })
    expectError(await create(), 422, `too_many_${resource}`)
    await app.app.models.accounts.updateOne({ _id: accountId }, { $set: { plan: 'pro' } })
    expect((await create()).status).toBe(201)
  })

  test('is for each account', async () => {
    const other = await anotherAccount(app, `other-${email}`)
    expect((await call(app.url, 'POST', path, { key: other.key, body })).status).toBe(201)
  })
})

test('expired keys do not count', async () => {
  const { key, accountId } = await anotherAccount(app, 'expired@elsewhere.test')
  await fillQuota(app, 'expired@elsewhere.test', 'api_keys')
  const create = () => call(app.url, 'POST', '/v1/keys', { key, body: { scope: 'read' } })
  expectError(await create(), 422, 'too_many_api_keys')
  const { apiKeys } = app.app.models
  const newest = await apiKeys.findOne({ account_id: accountId, scope: 'read' }).lean()
  await apiKeys.updateOne({ _id: newest!._id }, { $set: { expires_at: new Date(Date.now() - 1) } })
  expect((await create()).status).toBe(201)
})

test('the quotas are those of the documentation', async () => {
  expect(QUOTAS).toEqual({
    ...{ webhooks: 100, templates: 1_000, api_keys: 500 },
    ...{
      inbound_routes: 100,
      inboxes: 1_000,
      labels: 500,
      saved_replies: 500,
      contact_lists: 1_000,
      blocked_senders: 1_000,
    },
    drafts: 1_000,
  })
})
