import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Source } from '../source.js'

const LIMIT = 500
/** The lists of SendGrid, with what each means here. */
const SUPPRESSIONS = [
  ['/v3/suppression/bounces', 'suppressed', 'hard_bounce'],
  ['/v3/suppression/invalid_emails', 'suppressed', 'hard_bounce'],
  ['/v3/suppression/spam_reports', 'suppressed', 'complaint'],
  ['/v3/suppression/unsubscribes', 'unsubscribed', 'recipient_unsubscribe'],
] as const
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

interface Version {
  active: number
  subject: string | null
  html_content: string | null
  plain_content: string | null
}
interface Template {
  id: string
  name: string
  versions: Version[]
}

/** Reads an account of SendGrid: https://www.twilio.com/docs/sendgrid/api-reference. */
export function sendgridSource(api: ApiReader): Source {
  return {
    title: SERVICES.sendgrid.title,
    format: 'sendgrid',
    byHand: SERVICES.sendgrid.byHand,
    read: {
      domains: async (place) => {
        const offset = Number(place ?? 0)
        const found = await api.get<{ domain: string }[]>('/v3/whitelabel/domains', { limit: LIMIT, offset })
        return { items: found.map(({ domain }) => ({ name: domain })), next: nextOf(offset, found.length) }
      },
      templates: templatesOf(api),
      lists: async (place) => {
        const query = { page_size: 100, page_token: place }
        const { result, _metadata } = await api.get<Listed<{ name: string }>>('/v3/marketing/lists', query)
        return { items: result.map(({ name }) => ({ name })), next: tokenOf(_metadata) }
      },
      suppressions: suppressionsOf(api),
      webhooks: async () => {
        type Settings = { url: string; enabled: boolean } & Record<string, unknown>
        const { webhooks } = await api.get<{ webhooks: Settings[] }>('/v3/user/webhooks/event/settings/all')
        return { items: webhooks.filter(({ url, enabled }) => enabled && url !== '').map(webhookOf), next: null }
      },
    },
  }
}

const nextOf = (offset: number, read: number) => (read < LIMIT ? null : String(offset + LIMIT))

interface Listed<T> {
  result: T[]
  _metadata?: { next?: string }
}

const tokenOf = (metadata: Listed<never>['_metadata']) =>
  metadata?.next ? new URL(metadata.next).searchParams.get('page_token') : null

const templatesOf =
  (api: ApiReader): ReadPage<'templates'> =>
  async (place) => {
    const query = { generations: 'dynamic', page_size: 100, page_token: place }
    const { result, _metadata } = await api.get<Listed<Template>>('/v3/templates', query)
    const items: Items['templates'][] = []
    for (const { id } of result) {
      const { name, versions } = await api.get<Template>(`/v3/templates/${id}`)
      const version = versions.find(({ active }) => active === 1)
      if (!version) continue
      const { subject, html_content, plain_content } = version
      items.push({
        ...{ name, alias: id, subject: subject ?? name, html: html_content ?? '', text: plain_content || null },
        language: 'handlebars',
      })
    }
    return { items, next: tokenOf(_metadata) }
  }

/** One list after the other: a place is `list offset`. */
const suppressionsOf =
  (api: ApiReader): ReadPage<'suppressions'> =>
  async (place) => {
    const [index = 0, offset = 0] = place === null ? [] : place.split(' ').map(Number)
    const [path, state, reason] = SUPPRESSIONS[index]!
    const found = await api.get<{ email: string }[]>(path, { limit: LIMIT, offset })
    const isLast = index === SUPPRESSIONS.length - 1
    const next = found.length === LIMIT ? `${index} ${offset + LIMIT}` : isLast ? null : `${index + 1} 0`
    return { items: found.map(({ email }) => ({ email, state, reason })), next }
  }

const webhookOf = (settings: { url: string } & Record<string, unknown>): Items['webhooks'] => ({
  url: settings.url,
  events: Object.entries(EVENTS).flatMap(([name, type]) => (settings[name] === true ? type : [])),
})
