import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Source, SourcePage } from '../source.js'
import { plainValues } from './resend.js'

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
  ['bounces', 'suppressed', 'hard_bounce'],
  ['complaints', 'suppressed', 'complaint'],
  ['unsubscribes', 'unsubscribed', 'recipient_unsubscribe'],
] as const

interface Paged<T> {
  items: T[] | null
  paging?: { next?: string }
}

/** Reads an account of Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference. */
export function mailgunSource(api: ApiReader): Source {
  const domains = async (): Promise<string[]> => {
    const names: string[] = []
    for (let skip = 0; ; skip += LIMIT) {
      const { items } = await api.get<{ items: { name: string; type?: string }[] }>('/v4/domains', {
        limit: LIMIT,
        skip,
      })
      names.push(...items.filter(({ type }) => type !== 'sandbox').map(({ name }) => name))
      if (items.length < LIMIT) return names
    }
  }
  return {
    title: SERVICES.mailgun.title,
    format: 'mailgun',
    byHand: SERVICES.mailgun.byHand,
    read: {
      domains: async () => ({ items: (await domains()).map((name) => ({ name })), next: null }),
      templates: ofEach(domains, async (domain, url) => {
        type Row = { name: string }
        const page = await pageOf<Row>(api, url ?? `/v3/${domain}/templates`, url)
        const items: Items['templates'][] = []
        for (const { name } of page.items) items.push(...(await templateOf(api, domain, name)))
        return { items, next: page.next }
      }),
      lists: async (place) => {
        const page = await pageOf<{ address: string; name?: string }>(api, place ?? '/v3/lists/pages', place)
        return { ...page, items: page.items.map(({ address, name }) => ({ name: name || address })) }
      },
      contacts: membersOf(api),
      suppressions: ofEach(
        async () => (await domains()).flatMap((domain) => SUPPRESSIONS.map(([list]) => `${domain}/${list}`)),
        async (path, url) => {
          const page = await pageOf<{ address: string }>(api, url ?? `/v3/${path}`, url)
          const [, state, reason] = SUPPRESSIONS.find(([list]) => path.endsWith(`/${list}`))!
          return { ...page, items: page.items.map(({ address }) => ({ email: address, state, reason })) }
        },
      ),
      webhooks: ofEach(domains, async (domain) => ({ items: webhooksOf(await hooksOf(api, domain)), next: null })),
    },
  }
}

/** A page, which may be a link to a further one. The last of these is empty. */
async function pageOf<T>(api: ApiReader, path: string, link: string | null): Promise<SourcePage<T>> {
  const { items, paging } = await api.get<Paged<T>>(path, link === null ? { limit: LIMIT } : {})
  const found = items ?? []
  return { items: found, next: found.length === 0 ? null : (paging?.next ?? null) }
}

/** One part after the other: a place is the number of the part, and a link within it. */
function ofEach<T>(
  parts: () => Promise<string[]>,
  read: (part: string, link: string | null) => Promise<SourcePage<T>>,
): (place: string | null) => Promise<SourcePage<T>> {
  return async (place) => {
    const [index = 0, link = null] = place === null ? [] : (JSON.parse(place) as [number, string | null])
    const all = await parts()
    const part = all[index]
    if (part === undefined) return { items: [], next: null }
    const { items, next } = await read(part, link)
    const following = next !== null ? [index, next] : index + 1 < all.length ? [index + 1, null] : null
    return { items, next: following && JSON.stringify(following) }
  }
}

async function templateOf(api: ApiReader, domain: string, name: string): Promise<Items['templates'][]> {
  type Found = { template: { name: string; version?: { template: string; headers?: { Subject?: string } } } }
  const { template } = await api.get<Found>(`/v3/${domain}/templates/${encodeURIComponent(name)}`, { active: 'yes' })
  const { version } = template
  if (!version) return []
  const subject = version.headers?.Subject ?? template.name
  return [
    {
      ...{ name: template.name, alias: template.name, subject, html: version.template, text: null },
      language: 'handlebars',
    },
  ]
}

interface Member {
  address: string
  name?: string
  subscribed: boolean
  vars?: Record<string, unknown>
}

const membersOf = (api: ApiReader): ReadPage<'contacts'> => {
  const lists = async () => {
    const found = new Map<string, string>()
    let link: string | null = null
    do {
      const page: SourcePage<{ address: string; name?: string }> = await pageOf(api, link ?? '/v3/lists/pages', link)
      for (const { address, name } of page.items) found.set(address, name || address)
      link = page.next
    } while (link !== null)
    return found
  }
  return ofEach(
    async () => [...(await lists()).keys()],
    async (list, link) => {
      const page = await pageOf<Member>(api, link ?? `/v3/lists/${list}/members/pages`, link)
      const name = (await lists()).get(list) ?? list
      return { ...page, items: page.items.map((member) => contactOf(member, name)) }
    },
  )
}

function contactOf({ address, name, subscribed, vars }: Member, list: string): Items['contacts'] {
  const [firstName = '', ...others] = (name ?? '').split(' ')
  return {
    email: address,
    firstName: firstName || null,
    lastName: others.join(' ') || null,
    attributes: plainValues(vars ?? {}),
    unsubscribed: !subscribed,
    lists: [list],
  }
}

type Hooks = Record<string, { urls?: string[]; url?: string }>

const hooksOf = async (api: ApiReader, domain: string) =>
  (await api.get<{ webhooks: Hooks }>(`/v3/domains/${domain}/webhooks`)).webhooks

/** There each event has URLs; here each URL has events. */
function webhooksOf(hooks: Hooks): Items['webhooks'][] {
  const byUrl = new Map<string, WebhookEventType[]>()
  for (const [name, { urls, url }] of Object.entries(hooks)) {
    for (const each of urls ?? (url ? [url] : []))
      byUrl.set(each, [...(byUrl.get(each) ?? []), ...(EVENTS[name] ?? [])])
  }
  return [...byUrl].map(([url, events]) => ({ url, events }))
}
