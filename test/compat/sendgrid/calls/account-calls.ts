import assert from 'node:assert/strict'
import type { Client } from '@sendgrid/client'
import { ask, type Call, missing, other, refused, same } from './call.js'

const HOOKS = '/v3/user/webhooks/event'
const DOMAINS = '/v3/whitelabel/domains'

const newHook = async (sdk: Client, more: object = {}) =>
  (
    await ask(sdk, 'POST', `${HOOKS}/settings`, {
      enabled: true,
      url: 'http://127.0.0.1:9999/events',
      delivered: true,
      ...more,
    })
  )[1]

const newDomain = async (sdk: Client, domain: string) => (await ask(sdk, 'POST', DOMAINS, { domain }))[1]

/** Webhooks, domains, keys and statistics. */
export const accountCalls: readonly Call[] = [
  other(
    `POST ${HOOKS}/settings`,
    'At least one event must be on. `friendly_name` and the events about unsubscribing have no effect; there is no OAuth',
    async ({ sdk, app }) => {
      const hook = await newHook(sdk, { bounce: true, enabled: false })
      const { body } = await app.call('GET', `/v1/webhooks/${hook.id}`)
      assert.deepEqual(body.event_types.toSorted(), ['bounced', 'delivered'])
      assert.deepEqual([body.format, body.is_active], ['sendgrid', false])
      assert.equal(await refused(sdk, 'POST', `${HOOKS}/settings`, { url: 'https://example.com/' }), 400)
    },
  ),
  other(`GET ${HOOKS}/settings/all`, 'Those in the format `sendgrid`, without `max_allowed`', async ({ sdk, app }) => {
    const { id } = await newHook(sdk)
    const own = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:9999/own' } })
    const [, { webhooks }] = await ask(sdk, 'GET', `${HOOKS}/settings/all`)
    const ids = webhooks.map((hook: { id: string }) => hook.id)
    assert.ok(ids.includes(id))
    assert.ok(!ids.includes(own.body.id))
  }),
  same(`GET ${HOOKS}/settings/:id`, async ({ sdk }) => {
    const { id } = await newHook(sdk, { open: true })
    const [, hook] = await ask(sdk, 'GET', `${HOOKS}/settings/${id}`)
    assert.deepEqual([hook.enabled, hook.delivered, hook.open, hook.click], [true, true, true, false])
    assert.equal(await refused(sdk, 'GET', `${HOOKS}/settings/nothing`), 404)
  }),
  other(`PATCH ${HOOKS}/settings/:id`, 'As `POST`. Fields that are left out stay', async ({ sdk, app }) => {
    const { id } = await newHook(sdk)
    await ask(sdk, 'PATCH', `${HOOKS}/settings/${id}`, { click: true, enabled: false })
    const { body } = await app.call('GET', `/v1/webhooks/${id}`)
    assert.deepEqual(body.event_types.toSorted(), ['clicked', 'delivered'])
    assert.equal(body.is_active, false)
  }),
  same(`DELETE ${HOOKS}/settings/:id`, async ({ sdk, app }) => {
    const { id } = await newHook(sdk)
    assert.equal((await ask(sdk, 'DELETE', `${HOOKS}/settings/${id}`))[0], 204)
    assert.equal((await app.call('GET', `/v1/webhooks/${id}`)).status, 404)
  }),
  same(`GET ${HOOKS}/settings/signed/:id`, async ({ sdk, app }) => {
    const { id } = await newHook(sdk)
    const [, { public_key }] = await ask(sdk, 'GET', `${HOOKS}/settings/signed/${id}`)
    assert.equal(public_key, (await app.call('GET', `/v1/webhooks/${id}`)).body.verification_key)
  }),
  other(`PATCH ${HOOKS}/settings/signed/:id`, 'Requests are always signed', async ({ sdk }) => {
    const { id, public_key } = await newHook(sdk)
    const url = `${HOOKS}/settings/signed/${id}`
    assert.deepEqual((await ask(sdk, 'PATCH', url, { enabled: true }))[1], { id, public_key })
    assert.equal(await refused(sdk, 'PATCH', url, { enabled: false }), 501)
  }),
  other(`POST ${HOOKS}/test`, 'The webhook is named by its `id`', async ({ sdk, app }) => {
    const { id } = await newHook(sdk)
    assert.equal((await ask(sdk, 'POST', `${HOOKS}/test`, { id }))[0], 204)
    const { body } = await app.call('GET', `/v1/webhooks/${id}/deliveries`)
    assert.equal(body.deliveries.length, 1)
    assert.equal(await refused(sdk, 'POST', `${HOOKS}/test`, { url: 'https://example.com/' }), 501)
  }),
  missing(`GET ${HOOKS}/settings`, 'Name the webhook by its id'),
  missing('GET /v3/user/webhooks/parse/settings', 'Use `/v1/inbound-routes` with the format `sendgrid`'),
  missing('POST /v3/user/webhooks/parse/settings', 'Use `/v1/inbound-routes` with the format `sendgrid`'),
  other(
    `POST ${DOMAINS}`,
    'Ids are texts. The records have other names than at SendGrid, and `dns` has all of them; `subdomain`, `ips`, `custom_spf` and the like have no effect',
    async ({ sdk, app }) => {
      const domain = await newDomain(sdk, 'mail.shop.example')
      const { body } = await app.call('GET', '/v1/domains/mail.shop.example')
      assert.equal(domain.id, body.id)
      const records = Object.values(domain.dns) as { host: string; data: string }[]
      assert.deepEqual(
        records.map(({ host, data }) => [host, data]),
        body.dns_records.map(({ name, value }: { name: string; value: string }) => [name, value]),
      )
    },
  ),
  other(`GET ${DOMAINS}`, '`offset` and `limit` reach the first 1,000 domains', async ({ sdk }) => {
    const ids = [(await newDomain(sdk, 'a.shop.example')).id, (await newDomain(sdk, 'b.shop.example')).id]
    const [, found] = await ask(sdk, 'GET', `${DOMAINS}?limit=1&offset=1`)
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      [ids[0]],
    )
  }),
  other(`GET ${DOMAINS}/:id`, 'As `POST`', async ({ sdk }) => {
    const { id } = await newDomain(sdk, 'one.shop.example')
    const [, domain] = await ask(sdk, 'GET', `${DOMAINS}/${id}`)
    assert.deepEqual([domain.domain, domain.subdomain], ['one.shop.example', 'send'])
  }),
  same(`DELETE ${DOMAINS}/:id`, async ({ sdk, app }) => {
    const { id } = await newDomain(sdk, 'gone.shop.example')
    assert.equal((await ask(sdk, 'DELETE', `${DOMAINS}/${id}`))[0], 204)
    assert.equal((await app.call('GET', '/v1/domains/gone.shop.example')).status, 404)
  }),
  other(`POST ${DOMAINS}/:id/validate`, 'With the records of Postline', async ({ sdk, app }) => {
    const { id } = await newDomain(sdk, 'checked.shop.example')
    const [, { valid, validation_results }] = await ask(sdk, 'POST', `${DOMAINS}/${id}/validate`, {})
    const { body } = await app.call('GET', `/v1/domains/${id}`)
    assert.equal(valid, body.fully_verified)
    assert.equal(validation_results.dkim1.valid, body.dkim_status === 'verified')
  }),
  missing('GET /v3/verified_senders', 'Senders are verified by their domains'),
  other(
    'POST /v3/api_keys',
    'Without `scopes` the key has the scope `admin`; those that begin with `mail.` make it `send`, and those that end with `.read` make it `read`. All others answer 501',
    async ({ sdk, app }) => {
      for (const [scopes, scope] of [
        [undefined, 'admin'],
        [['mail.send'], 'send'],
        [['stats.read'], 'read'],
      ] as const) {
        const [status, made] = await ask(sdk, 'POST', '/v3/api_keys', { name: `Key ${scope}`, scopes })
        assert.equal(status, 201)
        const { body } = await app.call('GET', '/v1/keys', { key: app.adminKey })
        const key = body.keys.find(({ id }: { id: string }) => id === made.api_key_id)
        assert.deepEqual([key.scope, key.name], [scope, `Key ${scope}`])
      }
      assert.equal(
        await refused(sdk, 'POST', '/v3/api_keys', { name: 'Key', scopes: ['mail.send', 'asm.groups.create'] }),
        501,
      )
    },
  ),
  same('GET /v3/api_keys', async ({ sdk }) => {
    const [, made] = await ask(sdk, 'POST', '/v3/api_keys', { name: 'Listed', scopes: ['mail.send'] })
    const [, { result }] = await ask(sdk, 'GET', '/v3/api_keys')
    assert.ok(result.some(({ api_key_id }: { api_key_id: string }) => api_key_id === made.api_key_id))
  }),
  same('DELETE /v3/api_keys/:id', async ({ sdk, app }) => {
    const [, made] = await ask(sdk, 'POST', '/v3/api_keys', { name: 'Revoked' })
    assert.equal((await ask(sdk, 'DELETE', `/v3/api_keys/${made.api_key_id}`))[0], 204)
    assert.equal((await app.call('GET', '/v1/keys', { key: made.api_key })).status, 401)
  }),
  missing('GET /v3/api_keys/:id', 'Use `GET /v1/keys`'),
  missing('PATCH /v3/api_keys/:id', 'Make another key'),
  missing('PUT /v3/api_keys/:id', 'Make another key'),
  other(
    'GET /v3/stats',
    'By day. The metrics are `requests`, `processed`, `delivered`, `opens`, `clicks`, `bounces` and `spam_reports`',
    async ({ sdk, app }) => {
      const today = new Date().toISOString().slice(0, 10)
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
      const [, days] = await ask(sdk, 'GET', `/v3/stats?start_date=${yesterday}&end_date=${today}`)
      assert.deepEqual(
        days.map(({ date }: { date: string }) => date),
        [yesterday, today],
      )
      const from = `${yesterday}T00:00:00Z`
      const { body } = await app.call('GET', `/v1/stats?interval=day&from=${from}&to=${today}T00:00:00Z`)
      assert.equal(days[0].stats[0].metrics.requests, body.buckets[0].accepted)
      assert.equal(await refused(sdk, 'GET', '/v3/stats?start_date=2026-11-01&aggregated_by=month'), 501)
      assert.equal(await refused(sdk, 'GET', '/v3/stats?start_date=yesterday'), 400)
    },
  ),
  missing('GET /v3/categories', 'Use `GET /v1/stats?group_by=tag`'),
  missing('GET /v3/categories/stats', 'Use `GET /v1/stats?group_by=tag`'),
  missing('GET /v3/scopes', 'A key has one scope'),
  missing('POST /v3/validations/email', 'Use `POST /v1/validate`'),
  missing('GET /v3/ips', 'The operator chooses addresses'),
  missing('GET /v3/subusers', 'There are none: each account has its own keys'),
]
