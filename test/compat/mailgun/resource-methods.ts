import { strictEqual as equal, ok, rejects, deepStrictEqual as same } from 'node:assert/strict'
import { Enums } from 'mailgun.js/definitions'
import { eventually, type TestApp } from '../../support/start-app.js'
import { differs, type Given, type SdkMethod, works } from '../support/methods.js'
import { DOMAIN, idIn, type Mailgun, mail, unique } from './sdk.js'

type Call = Given<Mailgun>

const bodyOf = async (app: TestApp, path: string) => (await app.call('GET', path)).body

/** With the FormData of Node.js, the SDK takes headers as text, unlike its types. */
const headersOf = (subject: string) => JSON.stringify({ Subject: subject }) as unknown as { Subject: string }
const SOURCE = { template: '<p>Hello {{ name }}</p>', headers: headersOf('For {{ name }}') }

async function aTemplate({ sdk }: Call): Promise<string> {
  const name = unique('welcome')
  await sdk.domains.domainTemplates.create(DOMAIN, { name, description: 'The first mail', ...SOURCE })
  return name
}

export const templates: SdkMethod<Mailgun>[] = [
  differs('domains.domainTemplates.list', 'Templates of the account. Pages go on by `next`.', async (call) => {
    const names = [await aTemplate(call), await aTemplate(call), await aTemplate(call)]
    const { domainTemplates } = call.sdk.domains
    const first = await domainTemplates.list(DOMAIN, { limit: 2 })
    equal(first.items.length, 2)
    const second = await domainTemplates.list(DOMAIN, { page: first.pages.next.page as `?${string}` })
    const found = [...first.items, ...second.items].map(({ name }) => name)
    ok(names.every((name) => found.includes(name)))
  }),
  works('domains.domainTemplates.get', async (call) => {
    const name = await aTemplate(call)
    const plain = await call.sdk.domains.domainTemplates.get(DOMAIN, name)
    same([plain.name, plain.description, plain.version], [name, 'The first mail', undefined])
    const active = await call.sdk.domains.domainTemplates.get(DOMAIN, name, { active: Enums.YesNo.YES })
    same([active.version!.template, active.version!.active, active.version!.tag], [SOURCE.template, true, '1'])
  }),
  differs(
    'domains.domainTemplates.create',
    'In [our language](../templates.md). The name is lower-case letters, digits and hyphens. `headers` needs a `Subject`, and has nothing else. Versions have numbers as tags.',
    async (call) => {
      const name = await aTemplate(call)
      const stored = await bodyOf(call.app, `/v1/templates/${name}`)
      same([stored.subject, stored.body_html, stored.name], ['For {{ name }}', SOURCE.template, 'The first mail'])
      const sent = await call.sdk.messages.create(DOMAIN, {
        ...{ ...mail(call.app.ownerEmail), html: undefined },
        ...{ subject: undefined, template: name, 't:variables': JSON.stringify({ name: 'Ada' }) },
      })
      const content = await bodyOf(call.app, `/v1/messages/${idIn(sent.id)}/content`)
      same([content.subject, content.body_html], ['For Ada', '<p>Hello Ada</p>'])
      await rejects(
        call.sdk.domains.domainTemplates.create(DOMAIN, { name: unique('bare'), template: 'x', description: '' }),
        {
          details: /headers.Subject: is required/,
        },
      )
    },
  ),
  works('domains.domainTemplates.update', async (call) => {
    const name = await aTemplate(call)
    const updated = await call.sdk.domains.domainTemplates.update(DOMAIN, name, { description: 'Another' })
    same([updated.status, updated.templateName], [200, name])
    equal((await bodyOf(call.app, `/v1/templates/${name}`)).name, 'Another')
  }),
  works('domains.domainTemplates.destroy', async (call) => {
    const name = await aTemplate(call)
    equal((await call.sdk.domains.domainTemplates.destroy(DOMAIN, name)).templateName, name)
    equal((await call.app.call('GET', `/v1/templates/${name}`)).status, 404)
  }),
  differs('domains.domainTemplates.listVersions', 'At most ten in a page, newest first.', async (call) => {
    const name = await aTemplate(call)
    for (const text of ['two', 'three']) {
      await call.sdk.domains.domainTemplates.createVersion(DOMAIN, name, {
        template: text,
        tag: '',
        active: Enums.YesNo.YES,
      })
    }
    const { domainTemplates } = call.sdk.domains
    const first = await domainTemplates.listVersions(DOMAIN, name, { limit: 2 })
    same(
      first.template.versions!.map(({ tag, active }) => [tag, active]),
      [
        ['3', true],
        ['2', false],
      ],
    )
    ok(first.pages.next.iteratorPosition)
  }),
  differs('domains.domainTemplates.getVersion', 'Of the ten newest, by their number.', async (call) => {
    const name = await aTemplate(call)
    const { domainTemplates } = call.sdk.domains
    await domainTemplates.createVersion(DOMAIN, name, { template: 'two', tag: '', active: Enums.YesNo.YES })
    const found = await domainTemplates.getVersion(DOMAIN, name, '1')
    same([found.version!.template, found.version!.active], [SOURCE.template, false])
    await rejects(domainTemplates.getVersion(DOMAIN, name, '3'), { status: 404 })
  }),
  differs(
    'domains.domainTemplates.createVersion',
    'Only with `active`: the newest version is the one that is sent. Its tag is the next number.',
    async (call) => {
      const name = await aTemplate(call)
      const { domainTemplates } = call.sdk.domains
      const made = await domainTemplates.createVersion(DOMAIN, name, {
        ...{ template: 'Bye {{ name }}', tag: 'v2', active: Enums.YesNo.YES },
        headers: headersOf('Bye'),
      })
      same([made.template.version!.tag, made.template.version!.active], ['2', true])
      const stored = await bodyOf(call.app, `/v1/templates/${name}`)
      same([stored.version, stored.subject, stored.body_html], [2, 'Bye', 'Bye {{ name }}'])
      await rejects(domainTemplates.createVersion(DOMAIN, name, { template: 'x', tag: 'v3' }), { status: 501 })
    },
  ),
]

const anUrl = () => `http://127.0.0.1:1029/${unique('mail')}`
const hooksAt = async (app: TestApp, url: string) => {
  const { webhooks: all } = await bodyOf(app, '/v1/webhooks?limit=100')
  return all.filter((hook: { endpoint_url: string }) => hook.endpoint_url === url)
}

export const webhooks: SdkMethod<Mailgun>[] = [
  differs('webhooks.list', 'Those of the account in the format `mailgun`.', async ({ sdk }) => {
    const url = anUrl()
    await sdk.webhooks.create(DOMAIN, 'opened', url, false)
    ok((await sdk.webhooks.list(DOMAIN, {})).opened!.urls!.includes(url))
    await sdk.webhooks.destroy(DOMAIN, Enums.WebhooksIds.OPENED)
  }),
  works('webhooks.get', async ({ sdk }) => {
    const url = anUrl()
    await sdk.webhooks.create(DOMAIN, 'clicked', url, false)
    same((await sdk.webhooks.get(DOMAIN, Enums.WebhooksIds.CLICKED)).urls, [url])
    await sdk.webhooks.destroy(DOMAIN, Enums.WebhooksIds.CLICKED)
    await rejects(sdk.webhooks.get(DOMAIN, Enums.WebhooksIds.CLICKED), { status: 404 })
  }),
  differs(
    'webhooks.create',
    'For events of all domains. Each URL has a signing key: in the answer as `webhook.signing_keys`, which the SDK leaves out, or from `POST /v1/webhooks/{id}/rotate-secret`. No `unsubscribed`, and no test.',
    async ({ sdk, app }) => {
      const url = anUrl()
      await sdk.webhooks.create(DOMAIN, 'delivered', url, false)
      await sdk.webhooks.create(DOMAIN, 'permanent_fail', url, false)
      const [hook, ...others] = await hooksAt(app, url)
      same([hook.format, hook.event_types, others], ['mailgun', ['delivered', 'bounced', 'failed'], []])
      await rejects(sdk.webhooks.create(DOMAIN, 'unsubscribed', url, false), { status: 400 })
      await rejects(sdk.webhooks.create(DOMAIN, 'delivered', url, true), { status: 501 })
      for (const id of [Enums.WebhooksIds.DELIVERED, Enums.WebhooksIds.PERMANENT_FAIL])
        await sdk.webhooks.destroy(DOMAIN, id)
    },
  ),
  works('webhooks.update', async ({ sdk, app }) => {
    const [old, kept, added] = [anUrl(), anUrl(), anUrl()]
    await sdk.webhooks.create(DOMAIN, 'complained', [old, kept] as unknown as string, false)
    same((await sdk.webhooks.update(DOMAIN, Enums.WebhooksIds.COMPLAINED, [kept, added])).urls, [kept, added])
    same((await sdk.webhooks.get(DOMAIN, Enums.WebhooksIds.COMPLAINED)).urls!.toSorted(), [kept, added].toSorted())
    same(await hooksAt(app, old), [])
    await sdk.webhooks.destroy(DOMAIN, Enums.WebhooksIds.COMPLAINED)
  }),
  works('webhooks.destroy', async ({ sdk, app }) => {
    const [one, two] = [anUrl(), anUrl()]
    await sdk.webhooks.create(DOMAIN, 'temporary_fail', [one, two] as unknown as string, false)
    await sdk.webhooks.create(DOMAIN, 'accepted', one, false)
    await sdk.webhooks.destroy(DOMAIN, Enums.WebhooksIds.TEMPORARY_FAIL)
    same((await hooksAt(app, one))[0].event_types, ['sent'])
    same(await hooksAt(app, two), [])
    await sdk.webhooks.destroy(DOMAIN, Enums.WebhooksIds.ACCEPTED)
  }),
]

type Route = Parameters<Mailgun['routes']['update']>[1]

const aRoute = ({ sdk }: Call, prefix = unique('help')) =>
  sdk.routes.create({
    ...{ priority: 0, description: 'Support' },
    expression: `match_recipient("${prefix}.*@${DOMAIN}")`,
    action: ['forward("http://127.0.0.1:1029/mail")', 'stop()'],
  })

export const routes: SdkMethod<Mailgun>[] = [
  differs('routes.list', 'Up to 1,000 routes.', async (call) => {
    const made = [await aRoute(call), await aRoute(call)]
    const ids = (await call.sdk.routes.list({ limit: 100 })).map(({ id }) => id)
    ok(made.every(({ id }) => ids.includes(id)))
    equal((await call.sdk.routes.list({ limit: 1, skip: 1 }))[0]!.id, ids[1])
  }),
  works('routes.get', async (call) => {
    const { id } = await aRoute(call, 'sales')
    const found = await call.sdk.routes.get(id)
    same(
      [found.expression, found.actions],
      [`match_recipient("sales.*@${DOMAIN}")`, ['forward("http://127.0.0.1:1029/mail")']],
    )
  }),
  differs(
    'routes.create',
    'Expressions are `match_recipient("support.*@example.com")`, with `.*` for what follows, and one `forward()` is the action. All routes that match forward mail: `stop()`, `priority` and `description` have no effect. The signing key of a route is in the answer as `route.signing_key`.',
    async (call) => {
      const { id } = await aRoute(call, 'first\\.aid')
      const stored = await bodyOf(call.app, `/v1/inbound/routes/${id}`)
      same([stored.domain, stored.match_prefix, stored.format], [DOMAIN, 'first.aid', 'mailgun'])
      const all = { expression: `match_recipient(".*@${DOMAIN}")`, action: ['forward("team@example.com")'] }
      const { id: other } = await call.sdk.routes.create(all)
      const { match_prefix, forward_address } = await bodyOf(call.app, `/v1/inbound/routes/${other}`)
      same([match_prefix, forward_address], ['', 'team@example.com'])
      for (const expression of ['catch_all()', `match_recipient("me@${DOMAIN}")`, 'match_header("subject", "x")']) {
        await rejects(call.sdk.routes.create({ ...all, expression }), { status: 501 })
      }
    },
  ),
  differs('routes.update', 'With the limits of `routes.create`. A route stays with its domain.', async (call) => {
    const { id } = await aRoute(call)
    await call.sdk.routes.update(id, { action: ['forward("http://127.0.0.1:1029/other")'] } as Route)
    equal((await bodyOf(call.app, `/v1/inbound/routes/${id}`)).forward_url, 'http://127.0.0.1:1029/other')
    const elsewhere = { expression: 'match_recipient(".*@elsewhere.acme.test")' } as Route
    await rejects(call.sdk.routes.update(id, elsewhere), { status: 501 })
  }),
  works('routes.destroy', async (call) => {
    const { id } = await aRoute(call)
    await call.sdk.routes.destroy(id)
    equal((await call.app.call('GET', `/v1/inbound/routes/${id}`)).status, 404)
  }),
]

export const reports: SdkMethod<Mailgun>[] = [
  differs(
    'events.get',
    'Events of messages of the account, those of the newest message first; `begin` and `end` are about the time of the message. Filters are `event`, `severity`, `recipient`, `from` and `message-id`. A page has those of up to 25 messages. An `event` that none of 100 messages has is an error.',
    async ({ sdk, app }) => {
      const to = `${unique('reader')}@example.com`
      const ids: string[] = []
      for (let index = 0; index < 2; index += 1) ids.push(idIn((await sdk.messages.create(DOMAIN, mail(to))).id))
      const query = { recipient: to, event: 'accepted' }
      await eventually('both mails have left', async () => (await sdk.events.get(DOMAIN, query)).items.length === 2)
      const { items, pages } = await sdk.events.get(DOMAIN, query)
      same(
        items.map((item) => item.message.headers['message-id']),
        ids.toReversed(),
      )
      same((await sdk.events.get(DOMAIN, { page: pages.next.page! })).items, [])
      const one = await sdk.events.get(DOMAIN, { 'message-id': `<${ids[0]}>` })
      ok(one.items.every((item) => item.message.headers['message-id'] === ids[0]))
      equal((await app.call('GET', `/v1/messages/${ids[0]}`)).body.to[0], to)
    },
  ),
  differs(
    'stats.getAccount',
    'By `hour` or `day`, without `stored` and `unsubscribed`. Temporary failures are not counted.',
    async ({ sdk }) => {
      await sdk.messages.create(DOMAIN, mail('ada@example.com'))
      const { stats, resolution } = await sdk.stats.getAccount({ event: ['accepted', 'failed'], duration: '2d' })
      same([resolution, stats.length], ['day', 3])
      ok((stats.at(-1) as unknown as { accepted: { total: number } }).accepted.total >= 1)
      await rejects(sdk.stats.getAccount({ event: 'stored' }), { status: 400 })
    },
  ),
  differs(
    'validate.get',
    'From the syntax and the domain: the `result` is `unknown` or `undeliverable`.',
    async ({ sdk }) => {
      equal((await sdk.validate.get('ada@@example.com')).result, 'undeliverable')
    },
  ),
]
