import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Source } from '../source.js'

const COUNT = 100
const TRIGGERS: Record<string, WebhookEventType> = {
  Open: 'opened',
  Click: 'clicked',
  Delivery: 'delivered',
  Bounce: 'bounced',
  SpamComplaint: 'complained',
}
const REASONS: Record<string, string> = { HardBounce: 'hard_bounce', SpamComplaint: 'complaint' }

interface Template {
  Name: string
  Alias: string | null
  Subject: string | null
  HtmlBody: string | null
  TextBody: string | null
  LayoutTemplate: string | null
}
interface Webhook {
  Url: string
  Triggers: Record<string, { Enabled: boolean }>
}

/**
 * Reads a server of Postmark: https://postmarkapp.com/developer.
 * @param account with the token of the account, which lists domains; null without one.
 */
export function postmarkSource(server: ApiReader, account: ApiReader | null): Source {
  return {
    title: SERVICES.postmark.title,
    format: 'postmark',
    byHand: account ? [] : ['Domains: give the token of the account, too (POSTMARK_ACCOUNT_TOKEN).'],
    read: {
      ...(account && { domains: domainsOf(account) }),
      templates: templatesOf(server),
      suppressions: suppressionsOf(server),
      webhooks: async () => {
        const { Webhooks } = await server.get<{ Webhooks: Webhook[] }>('/webhooks')
        return { items: Webhooks.map(webhookOf), next: null }
      },
    },
  }
}

const nextOffset = (offset: number, read: number) => (read < COUNT ? null : String(offset + COUNT))

const domainsOf =
  (account: ApiReader): ReadPage<'domains'> =>
  async (place) => {
    const offset = Number(place ?? 0)
    const { Domains } = await account.get<{ Domains: { Name: string }[] }>('/domains', { count: COUNT, offset })
    return { items: Domains.map(({ Name }) => ({ name: Name })), next: nextOffset(offset, Domains.length) }
  }

const templatesOf =
  (server: ApiReader): ReadPage<'templates'> =>
  async (place) => {
    const offset = Number(place ?? 0)
    const query = { count: COUNT, offset, templateType: 'Standard' }
    const { Templates } = await server.get<{ Templates: { TemplateId: number }[] }>('/templates', query)
    const items: Items['templates'][] = []
    for (const { TemplateId } of Templates)
      items.push(templateOf(await server.get<Template>(`/templates/${TemplateId}`)))
    return { items, next: nextOffset(offset, Templates.length) }
  }

const templateOf = ({ Name, Alias, Subject, HtmlBody, TextBody, LayoutTemplate }: Template): Items['templates'] => ({
  name: Name,
  alias: Alias,
  subject: Subject ?? Name,
  // Without its layout a template is a part of a mail: said as what it is, an inclusion.
  html: LayoutTemplate ? `{{> ${LayoutTemplate}}}${HtmlBody ?? ''}` : (HtmlBody ?? ''),
  text: TextBody,
  language: 'mustachio',
})

/** Those that stop transactional mail, and then those of people who left marketing mail. */
const suppressionsOf =
  (server: ApiReader): ReadPage<'suppressions'> =>
  async (place) => {
    const stream = place ?? 'outbound'
    const path = `/message-streams/${stream}/suppressions/dump`
    type Entry = { EmailAddress: string; SuppressionReason: string }
    const { Suppressions } = await server.get<{ Suppressions: Entry[] }>(path)
    const isMarketing = stream === 'broadcast'
    return {
      items: Suppressions.map(({ EmailAddress, SuppressionReason }) => ({
        email: EmailAddress,
        state: isMarketing && !REASONS[SuppressionReason] ? 'unsubscribed' : 'suppressed',
        reason: REASONS[SuppressionReason] ?? 'manual',
      })),
      next: isMarketing ? null : 'broadcast',
    }
  }

const webhookOf = ({ Url, Triggers }: Webhook): Items['webhooks'] => ({
  url: Url,
  events: Object.entries(Triggers).flatMap(([name, { Enabled }]) => (Enabled && TRIGGERS[name]) || []),
})
