import { z } from 'zod'
import type { WebhookEventType } from '../../../contract/webhooks.js'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, NamedList, ReadPage, Remark, Source, SourcePage } from '../source.js'
import { distinctNames, eachOf, eventsNamed, everyItem, inParts, mergedByUrl } from './parts.js'

const LIMIT = 100
const EVENTS: Record<string, WebhookEventType[]> = {
  accepted: ['sent'],
  delivered: ['delivered'],
  opened: ['opened'],
  clicked: ['clicked'],
  complained: ['complained'],
  permanent_fail: ['bounced', 'failed'],
  temporary_fail: ['delivery_delayed'],
}
const SUPPRESSIONS = [
  { list: 'bounces', state: 'suppressed', reason: 'hard_bounce' },
  { list: 'complaints', state: 'suppressed', reason: 'complaint' },
  { list: 'unsubscribes', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
] as const

const Domains = z.object({ items: z.array(z.object({ name: z.string(), type: z.string().nullish() })) })
const TemplateName = z.object({ name: z.string() })
const Template = z.object({
  template: z.object({
    name: z.string(),
    version: z
      .object({
        template: z.string(),
        headers: z.record(z.string(), z.string()).nullish(),
      })
      .nullish(),
  }),
})
const List = z.object({ address: z.string(), name: z.string().nullish() })
const Member = z.object({
  address: z.string(),
  name: z.string().nullish(),
  subscribed: z.boolean(),
  vars: z.record(z.string(), z.unknown()).nullish(),
})
const Entry = z.object({ address: z.string(), tags: z.array(z.string()).nullish() })
const Hook = z.object({ urls: z.array(z.string()).nullish(), url: z.string().nullish() })
const Hooks = z.object({ webhooks: z.record(z.string(), Hook) })

/** Reads an account of Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference. */
export function mailgunSource(api: ApiReader): Source {
  const domains = lazyAsync(() => everyItem((place) => domainsAt(api, place)))
  const eachDomain = async () => (await domains()).map((id) => ({ id }))
  const lists = lazyAsync(() => listsOf(api))
  return {
    title: SERVICES.mailgun.title,
    format: 'mailgun',
    byHand: SERVICES.mailgun.byHand,
    read: {
      domains: async () => ({ items: (await domains()).map((name) => ({ name })), next: null }),
      templates: inParts(eachDomain, async ({ id: domain }, link) => {
        const { items: rows, next } = await pageOf(api, `/v3/${domain}/templates`, TemplateName, link)
        const remarks: Remark[] = []
        const read = await eachOf(
          rows,
          ({ name }) => name,
          ({ name }) => templateOf(api, domain, name, remarks),
        )
        return { ...read, next, remarks }
      }),
      suppressions: suppressionsOf(api, domains),
      lists: async () => ({ items: [...(await lists()).values()], next: null }),
      contacts: membersOf(api, lists),
      webhooks: async () => webhooksOf(api, await domains()),
    },
  }
}

async function domainsAt(api: ApiReader, place: string | null): Promise<SourcePage<string>> {
  const skip = Number(place ?? 0)
  const { items } = await api.get('/v4/domains', Domains, { limit: LIMIT, skip })
  const own = items.filter(({ type }) => type !== 'sandbox').map(({ name }) => name)
  return { items: own, next: items.length < LIMIT ? null : String(skip + LIMIT) }
}

/** A page, or that at a link, which has the limit in it. The last page is empty. */
async function pageOf<T>(api: ApiReader, path: string, row: z.ZodType<T>, link: string | null): Promise<SourcePage<T>> {
  const paging = z.object({ next: z.string().nullish() }).nullish()
  const shape = z.object({ items: z.array(row).nullable(), paging })
  const page = await api.get(link ?? path, shape, link === null ? { limit: LIMIT } : {})
  const items = page.items ?? []
  return { items, next: items.length === 0 ? null : (page.paging?.next ?? null) }
}

async function templateOf(
  api: ApiReader,
  domain: string,
  name: string,
  remarks: Remark[],
): Promise<Items['templates'][]> {
  const path = `/v3/${domain}/templates/${encodeURIComponent(name)}`
  const { template } = await api.get(path, Template, { active: 'yes' })
  const { version } = template
  if (!version) {
    remarks.push({ what: name, why: 'has no active version, and is not brought' })
    return []
  }
  const { Subject: subject = template.name, ...others } = version.headers ?? {}
  const dropped = Object.keys(others)
  if (dropped.length > 0) {
    remarks.push({ what: name, why: `has the headers ${dropped.join(', ')}, which each send names here` })
  }
  return [
    {
      ...{ name: template.name, alias: template.name, subject, html: version.template, text: null },
      language: 'mailgun',
    },
  ]
}

function suppressionsOf(api: ApiReader, domains: () => Promise<string[]>): ReadPage<'suppressions'> {
  const parts = async () =>
    (await domains()).flatMap((domain) => SUPPRESSIONS.map((one) => ({ ...one, id: `/v3/${domain}/${one.list}` })))
  return inParts(parts, async ({ id, state, reason }, link) => {
    const { items, next } = await pageOf(api, id, Entry, link)
    const tags = new Set(items.flatMap((entry) => entry.tags ?? []).filter((tag) => tag !== '*'))
    const remarks = [...tags].map((tag) => ({
      ...{ what: `tag ${tag}`, why: 'who has left mail with it gets no marketing mail at all here' },
    }))
    return { items: items.map(({ address }) => ({ email: address, state, reason })), next, remarks }
  })
}

/** Mailing lists by their addresses. */
async function listsOf(api: ApiReader): Promise<Map<string, NamedList>> {
  const rows = await everyItem((link) => pageOf(api, '/v3/lists/pages', List, link))
  const names = distinctNames(rows.map(({ address, name }) => ({ id: address, name: name || address })))
  return new Map(rows.map(({ address }) => [address, { name: names.get(address)!, isTopic: false }]))
}

function membersOf(api: ApiReader, lists: () => Promise<Map<string, NamedList>>): ReadPage<'contacts'> {
  return inParts(
    async () => [...(await lists())].map(([id, list]) => ({ id, list })),
    async ({ id, list }, link) => {
      const { items, next } = await pageOf(api, `/v3/lists/${id}/members/pages`, Member, link)
      const haveLeft = items.some(({ subscribed }) => !subscribed)
      const why = 'who has left it gets no marketing mail at all here'
      const remarks = haveLeft ? [{ what: `list ${list.name}`, why }] : []
      return { items: items.map((member) => contactOf(member, list)), next, remarks }
    },
  )
}

function contactOf({ address, name, subscribed, vars }: z.output<typeof Member>, list: NamedList): Items['contacts'] {
  const [firstName = '', ...others] = (name ?? '').split(' ')
  return {
    email: address,
    firstName: firstName || null,
    lastName: others.join(' ') || null,
    attributes: vars ?? {},
    unsubscribed: !subscribed,
    lists: [list],
    leftTopics: [],
  }
}

/** There each event of a domain has URLs; here each URL has events. */
async function webhooksOf(api: ApiReader, domains: string[]): Promise<SourcePage<Items['webhooks']>> {
  const remarks: Remark[] = []
  const found: Items['webhooks'][] = []
  for (const domain of domains) {
    const { webhooks } = await api.get(`/v3/domains/${domain}/webhooks`, Hooks)
    for (const [name, { urls, url }] of Object.entries(webhooks)) {
      const { events, unknown } = eventsNamed([name], (each) => EVENTS[each] ?? [])
      for (const each of urls ?? (url ? [url] : [])) {
        found.push({ url: each, events })
        if (unknown.length > 0) remarks.push({ what: each, why: `gets no ${unknown.join(', ')} here` })
      }
    }
  }
  return { items: mergedByUrl(found), next: null, remarks }
}
