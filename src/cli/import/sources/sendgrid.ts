import { z } from 'zod'
import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Remark, Source, SourcePage } from '../source.js'
import { distinctNames, eachOf, eventsNamed, everyItem, inParts, mergedByUrl } from './parts.js'

const LIMIT = 500
const EVENTS: Record<string, WebhookEventType> = {
  processed: 'sent',
  delivered: 'delivered',
  deferred: 'delivery_delayed',
  bounce: 'bounced',
  dropped: 'failed',
  spam_report: 'complained',
  open: 'opened',
  click: 'clicked',
}
/** Events of an unsubscription, which are no events of mail here. */
const OTHER_EVENTS = ['unsubscribe', 'group_unsubscribe', 'group_resubscribe']

const Domains = z.array(z.object({ domain: z.string() }))
const Metadata = z.object({ next: z.string().nullish() }).nullish()
const Lists = z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })), _metadata: Metadata })
const Templates = z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })), _metadata: Metadata })
const Template = z.object({
  name: z.string(),
  versions: z.array(
    z.object({
      active: z.number(),
      subject: z.string().nullish(),
      html_content: z.string().nullish(),
      plain_content: z.string().nullish(),
    }),
  ),
})
const Entries = z.array(z.object({ email: z.string() }))
const GroupEntries = z.array(z.object({ email: z.string(), group_name: z.string().nullish() }))
const Webhooks = z.object({ webhooks: z.array(z.looseObject({ url: z.string(), enabled: z.boolean() })) })

/** Reads an account of SendGrid: https://www.twilio.com/docs/sendgrid/api-reference. */
export function sendgridSource(api: ApiReader): Source {
  return {
    title: SERVICES.sendgrid.title,
    format: 'sendgrid',
    byHand: SERVICES.sendgrid.byHand,
    read: {
      domains: async (place) => {
        const offset = Number(place ?? 0)
        const found = await api.get('/v3/whitelabel/domains', Domains, { limit: LIMIT, offset })
        return { items: found.map(({ domain }) => ({ name: domain })), next: nextOf(offset, found.length) }
      },
      templates: templatesOf(api),
      suppressions: suppressionsOf(api),
      lists: async () => listsOf(await everyItem((place) => pageOf(api, '/v3/marketing/lists', Lists, place))),
      webhooks: async () => webhooksOf((await api.get('/v3/user/webhooks/event/settings/all', Webhooks)).webhooks),
    },
  }
}

const nextOf = (offset: number, read: number) => (read < LIMIT ? null : String(offset + LIMIT))

async function pageOf<T>(
  api: ApiReader,
  path: string,
  shape: z.ZodType<{ result: T[]; _metadata?: z.output<typeof Metadata> }>,
  place: string | null,
  query: Record<string, string> = {},
): Promise<SourcePage<T>> {
  const { result, _metadata } = await api.get(path, shape, { ...query, page_size: 100, page_token: place })
  const next = _metadata?.next
  return { items: result, next: next && URL.canParse(next) ? new URL(next).searchParams.get('page_token') : null }
}

function listsOf(rows: { id: string; name: string }[]): SourcePage<Items['lists']> {
  const names = distinctNames(rows)
  return { items: rows.map(({ id }) => ({ name: names.get(id)!, isTopic: false })), next: null }
}

const templatesOf =
  (api: ApiReader): ReadPage<'templates'> =>
  async (place) => {
    const { items: rows, next } = await pageOf(api, '/v3/templates', Templates, place, { generations: 'dynamic' })
    const remarks: Remark[] = []
    const read = await eachOf(
      rows,
      ({ name }) => name,
      async ({ id, name }): Promise<Items['templates'][]> => {
        const { versions } = await api.get(`/v3/templates/${id}`, Template)
        const version = versions.find(({ active }) => active === 1)
        if (!version) {
          remarks.push({ what: name, why: 'has no active version, and is not brought' })
          return []
        }
        const { subject, html_content, plain_content } = version
        return [
          {
            ...{ name, alias: id, subject: subject ?? name, html: html_content ?? '', text: plain_content || null },
            language: 'sendgrid',
          },
        ]
      },
    )
    return { ...read, next, remarks }
  }

const LISTS = [
  { id: '/v3/suppression/bounces', state: 'suppressed', reason: 'hard_bounce' },
  { id: '/v3/suppression/invalid_emails', state: 'suppressed', reason: 'hard_bounce' },
  { id: '/v3/suppression/spam_reports', state: 'suppressed', reason: 'complaint' },
  { id: '/v3/suppression/unsubscribes', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
] as const
/** Who has left groups. They are no contacts here yet, so that they have left all marketing mail. */
const GROUPS = { id: '/v3/asm/suppressions', state: 'unsubscribed', reason: 'recipient_unsubscribe' } as const

function suppressionsOf(api: ApiReader): ReadPage<'suppressions'> {
  return inParts(
    async () => [...LISTS, GROUPS],
    async ({ id, state, reason }, place) => {
      if (id === GROUPS.id) return { ...(await groupEntries(api)), next: null }
      const offset = Number(place ?? 0)
      const found = await api.get(id, Entries, { limit: LIMIT, offset })
      return { items: found.map(({ email }) => ({ email, state, reason })), next: nextOf(offset, found.length) }
    },
  )
}

async function groupEntries(api: ApiReader) {
  const { state, reason } = GROUPS
  const { items: found, missed } = await eachOf(
    [GROUPS],
    () => 'unsubscribe groups',
    ({ id }) => api.get(id, GroupEntries),
  )
  const groups = new Set(found.flatMap(({ group_name }) => group_name ?? []))
  const remarks = [...groups].map((name) => ({
    ...{ what: `unsubscribe group ${name}`, why: 'who has left it gets no marketing mail at all here' },
  }))
  return { items: found.map(({ email }) => ({ email, state, reason })), missed, remarks }
}

function webhooksOf(all: z.output<typeof Webhooks>['webhooks']): SourcePage<Items['webhooks']> {
  const remarks: Remark[] = []
  const brought = all.flatMap((settings) => {
    const { url, enabled } = settings
    if (url === '') return []
    if (!enabled) {
      remarks.push({ what: url, why: 'is disabled there, and is not brought' })
      return []
    }
    const wanted = [...Object.keys(EVENTS), ...OTHER_EVENTS].filter((name) => settings[name] === true)
    const { events, unknown } = eventsNamed(wanted, (name) => [EVENTS[name] ?? []].flat())
    if (unknown.length > 0) remarks.push({ what: url, why: `gets no ${unknown.join(', ')} here` })
    return [{ url, events }]
  })
  return { items: mergedByUrl(brought), next: null, remarks }
}
