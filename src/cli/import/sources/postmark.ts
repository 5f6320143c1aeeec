import { z } from 'zod'
import type { WebhookEventType } from '../../../contract/webhooks.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Remark, Source, SourcePage } from '../source.js'
import { eachOf, eventsNamed, inParts, mergedByUrl } from './parts.js'

const COUNT = 100
const TRIGGERS: Record<string, WebhookEventType> = {
  Open: 'opened',
  Click: 'clicked',
  Delivery: 'delivered',
  Bounce: 'bounced',
  SpamComplaint: 'complained',
}
const REASONS: Record<string, string> = { HardBounce: 'hard_bounce', SpamComplaint: 'complaint' }

const Domains = z.object({ Domains: z.array(z.object({ Name: z.string() })) })
const Templates = z.object({ Templates: z.array(z.object({ TemplateId: z.number(), Name: z.string() })) })
const Template = z.object({
  Name: z.string(),
  Alias: z.string().nullish(),
  Subject: z.string().nullish(),
  HtmlBody: z.string().nullish(),
  TextBody: z.string().nullish(),
  TemplateType: z.string().nullish(),
  LayoutTemplate: z.string().nullish(),
})
const Stream = z.object({ ID: z.string(), Name: z.string(), MessageStreamType: z.string() })
const Dump = z.object({
  Suppressions: z.array(z.object({ EmailAddress: z.string(), SuppressionReason: z.string() })),
})
const Webhook = z.object({
  Url: z.string(),
  HttpAuth: z.object({ Username: z.string().nullish() }).nullish(),
  HttpHeaders: z.array(z.object({ Name: z.string() })).nullish(),
  Triggers: z.record(z.string(), z.object({ Enabled: z.boolean().nullish() })),
})

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
        const shape = z.object({ Webhooks: z.array(Webhook) })
        return webhooksOf((await server.get('/webhooks', shape)).Webhooks)
      },
    },
  }
}

const nextOffset = (offset: number, read: number) => (read < COUNT ? null : String(offset + COUNT))

const domainsOf =
  (account: ApiReader): ReadPage<'domains'> =>
  async (place) => {
    const offset = Number(place ?? 0)
    const found = await account.get('/domains', Domains, { count: COUNT, offset })
    return { items: found.Domains.map(({ Name }) => ({ name: Name })), next: nextOffset(offset, found.Domains.length) }
  }

/** Layouts come first: they are there before the templates that have them. */
const templatesOf = (server: ApiReader): ReadPage<'templates'> =>
  inParts(
    async () => [{ id: 'Layout' }, { id: 'Standard' }],
    async ({ id: templateType }, place) => {
      const offset = Number(place ?? 0)
      const found = await server.get('/templates', Templates, { count: COUNT, offset, templateType })
      const read = await eachOf(
        found.Templates,
        ({ Name }) => Name,
        async ({ TemplateId }) => [templateOf(await server.get(`/templates/${TemplateId}`, Template))],
      )
      return { ...read, next: nextOffset(offset, found.Templates.length) }
    },
  )

function templateOf(template: z.output<typeof Template>): Items['templates'] {
  const { Name, Alias, Subject, HtmlBody, TextBody, TemplateType, LayoutTemplate } = template
  return {
    ...{ name: Name, alias: Alias ?? null, subject: Subject ?? Name, html: HtmlBody ?? '' },
    ...{ isLayout: TemplateType === 'Layout', layout: LayoutTemplate ?? null },
    // A layout without a text adds none. An empty one would take that of its templates.
    text: (TemplateType === 'Layout' && TextBody?.trim() === '' ? null : TextBody) ?? null,
    language: 'mustachio',
  }
}

/** The lists of all streams that send. Postmark has no contacts, so that who has left one stream has left all marketing mail. */
function suppressionsOf(server: ApiReader): ReadPage<'suppressions'> {
  const streams = async () => {
    const shape = z.object({ MessageStreams: z.array(Stream) })
    // Who has left a stream has left it, also when it was archived.
    const { MessageStreams } = await server.get('/message-streams', shape, { IncludeArchivedStreams: 'true' })
    const sending = MessageStreams.filter(({ MessageStreamType }) => MessageStreamType !== 'Inbound')
    return sending.map(({ ID, Name, MessageStreamType }) => ({
      id: ID,
      Name,
      isMarketing: MessageStreamType === 'Broadcasts',
    }))
  }
  return inParts(streams, async ({ id, Name, isMarketing }) => {
    const path = `/message-streams/${encodeURIComponent(id)}/suppressions/dump`
    const { items, missed } = await eachOf(
      [Name],
      (name) => `stream ${name}`,
      async () => (await server.get(path, Dump)).Suppressions,
    )
    const entries = items.map(({ EmailAddress, SuppressionReason }): Items['suppressions'] => ({
      email: EmailAddress,
      state: isMarketing && !REASONS[SuppressionReason] ? 'unsubscribed' : 'suppressed',
      reason: REASONS[SuppressionReason] ?? 'manual',
    }))
    const haveLeft = entries.some(({ state }) => state === 'unsubscribed')
    const remarks = haveLeft
      ? [{ what: `stream ${Name}`, why: 'who has left it gets no marketing mail at all here' }]
      : []
    return { items: entries, missed, remarks, next: null }
  })
}

function webhooksOf(webhooks: z.output<typeof Webhook>[]): SourcePage<Items['webhooks']> {
  const remarks: Remark[] = []
  const brought = webhooks.map(({ Url: url, HttpAuth, HttpHeaders, Triggers }) => {
    const wanted = Object.keys(Triggers).filter((name) => Triggers[name]?.Enabled)
    const { events, unknown } = eventsNamed(wanted, (name) => [TRIGGERS[name] ?? []].flat())
    if (unknown.length > 0) remarks.push({ what: url, why: `gets no ${unknown.join(', ')} here` })
    if (HttpAuth?.Username)
      remarks.push({ what: url, why: 'gets no user name and password here: check the signatures' })
    const headers = (HttpHeaders ?? []).map(({ Name }) => Name)
    if (headers.length > 0) remarks.push({ what: url, why: `gets no header ${headers.join(', ')} here` })
    return { url, events }
  })
  return { items: mergedByUrl(brought), next: null, remarks }
}
