import { z } from 'zod'
import type { WebhookEventType } from '../../../contract/webhooks.js'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { DIALECTS } from '../../../services/tracking/webhooks/dialects/dialects.js'
import { type ApiReader, RefusedError } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, NamedList, ReadPage, Remark, Source, SourcePage } from '../source.js'
import { distinctNames, eachOf, eventsNamed, everyItem, inParts, mergedByUrl } from './parts.js'

const PAGE = 100

const Named = z.object({ id: z.string(), name: z.string() })
const Topic = Named.extend({ description: z.string().nullish() })
const Domain = z.object({ id: z.string(), name: z.string() })
const Template = z.object({
  name: z.string(),
  alias: z.string().nullish(),
  status: z.string().nullish(),
  subject: z.string().nullish(),
  html: z.string().nullish(),
  text: z.string().nullish(),
  from: z.string().nullish(),
  reply_to: z.union([z.string(), z.array(z.string())]).nullish(),
  variables: z
    .array(z.object({ key: z.string(), fallback_value: z.union([z.string(), z.number()]).nullish() }))
    .nullish(),
})
const Contact = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  unsubscribed: z.boolean(),
})
type Contact = z.output<typeof Contact>
const ContactDetails = z.object({ properties: z.record(z.string(), z.unknown()).nullish() })
const TopicChoice = z.object({ id: z.string(), subscription: z.enum(['opt_in', 'opt_out']) })
const Suppression = z.object({ id: z.string(), email: z.string(), origin: z.string().nullish() })
const Webhook = z.object({
  id: z.string(),
  endpoint: z.string(),
  status: z.string().nullish(),
  events: z.array(z.string()).nullish(),
})

const REASONS: Record<string, string> = { bounce: 'hard_bounce', complaint: 'complaint' }
/** Our types of events by the names of Resend. */
const TYPES = new Map(Object.entries(DIALECTS.resend.names).map(([type, name]) => [name, type as WebhookEventType]))

/** Reads an account of Resend: https://resend.com/docs/api-reference. */
export function resendSource(api: ApiReader): Source {
  const lists = lazyAsync(() => listsOf(api))
  return {
    title: SERVICES.resend.title,
    format: 'resend',
    byHand: SERVICES.resend.byHand,
    read: {
      domains: async (place) => {
        const { items, next } = await pageOf(api, '/domains', Domain, place)
        return { items: items.map(({ name }) => ({ name })), next }
      },
      templates: async (place) => {
        const { items: rows, next } = await pageOf(api, '/templates', Named, place)
        const remarks: Remark[] = []
        const read = await eachOf(
          rows,
          ({ name }) => name,
          async ({ id }) => [templateOf(await api.get(`/templates/${id}`, Template), remarks)],
        )
        return { ...read, next, remarks }
      },
      suppressions: async (place) => {
        const { items, next } = await pageOf(api, '/suppressions', Suppression, place)
        const entryOf = ({ email, origin }: z.output<typeof Suppression>): Items['suppressions'] => ({
          ...{ email, state: 'suppressed', reason: REASONS[origin ?? ''] ?? 'manual' },
        })
        return { items: items.map(entryOf), next }
      },
      lists: async () => {
        const { segments, topics, remarks } = await lists()
        return { items: [...segments.values(), ...topics.values()], next: null, remarks }
      },
      contacts: contactsOf(api, lists),
      webhooks: async () => webhooksOf(await everyItem((place) => pageOf(api, '/webhooks', Webhook, place))),
    },
  }
}

async function pageOf<T extends { id: string }>(
  api: ApiReader,
  path: string,
  row: z.ZodType<T>,
  after: string | null,
): Promise<SourcePage<T>> {
  const shape = z.object({ data: z.array(row), has_more: z.boolean().optional() })
  const { data, has_more } = await api.get(path, shape, { limit: PAGE, after })
  return { items: data, next: has_more ? (data.at(-1)?.id ?? null) : null }
}

/** All of a list; nothing of one that the account cannot have. */
const allOf = async <T extends { id: string }>(api: ApiReader, path: string, row: z.ZodType<T>): Promise<T[]> => {
  try {
    return await everyItem((place) => pageOf(api, path, row, place))
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404) return []
    throw error
  }
}

interface Lists {
  /** By their ids. */
  segments: Map<string, NamedList>
  topics: Map<string, NamedList>
  remarks: Remark[]
}

async function listsOf(api: ApiReader): Promise<Lists> {
  const segments = await allOf(api, '/segments', Named)
  const topics = await allOf(api, '/topics', Topic)
  const names = distinctNames([...segments, ...topics])
  const named = (rows: z.output<typeof Topic>[], isTopic: boolean) =>
    new Map(
      rows.map(({ id, description }) => [id, { name: names.get(id)!, isTopic, description: description ?? null }]),
    )
  const remarks = [...segments, ...topics]
    .filter(({ id, name }) => names.get(id) !== name)
    .map(({ id, name }) => ({ what: name, why: `is the name of several: this one is “${names.get(id)}” here` }))
  return { segments: named(segments, false), topics: named(topics, true), remarks }
}

function templateOf(template: z.output<typeof Template>, remarks: Remark[]): Items['templates'] {
  const { name, alias, subject, html, text, variables } = template
  const senders = [template.from, template.reply_to].flat().filter(Boolean)
  if (senders.length > 0) {
    remarks.push({ what: name, why: `has a sender (${senders.join(', ')}), which each send names here` })
  }
  if (template.status === 'draft') remarks.push({ what: name, why: 'is a draft there, and can be sent here' })
  return {
    ...{ name, alias: alias ?? null, text: text ?? null, subject: subject ?? name, html: html ?? '' },
    language: 'resend',
    variables: (variables ?? []).map(({ key, fallback_value }) => ({ name: key, default: fallback_value ?? null })),
  }
}

/** All contacts, and then those of each segment, whose ids come after the empty one. */
function contactsOf(api: ApiReader, lists: () => Promise<Lists>): ReadPage<'contacts'> {
  const hasProperties = lazyAsync(async () => {
    const Property = z.object({ id: z.string() })
    return (await allOf(api, '/contact-properties', Property)).length > 0
  })
  const detailsOf = async (contact: Contact): Promise<Items['contacts'][]> => {
    const { topics } = await lists()
    // Lists of contacts have neither.
    const { properties } = (await hasProperties()) ? await api.get(`/contacts/${contact.id}`, ContactDetails) : {}
    const path = `/contacts/${contact.id}/topics`
    const choices = topics.size > 0 ? await everyItem((place) => pageOf(api, path, TopicChoice, place)) : []
    const chosen = (subscription: string) =>
      choices.flatMap((choice) => (choice.subscription === subscription ? (topics.get(choice.id) ?? []) : []))
    const attributes = Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [name, plain(value)]))
    return [{ ...contactOf(contact), attributes, lists: chosen('opt_in'), leftTopics: chosen('opt_out') }]
  }
  return inParts(
    async () => [{ id: '' }, ...[...(await lists()).segments.keys()].map((id) => ({ id }))],
    async ({ id }, place) => {
      const segment = (await lists()).segments.get(id)
      const { items, next } = await pageOf(api, segment ? `/segments/${id}/contacts` : '/contacts', Contact, place)
      if (segment) return { items: items.map((contact) => ({ ...contactOf(contact), lists: [segment] })), next }
      return { ...(await eachOf(items, ({ email }) => email, detailsOf)), next }
    },
  )
}

const contactOf = ({ email, first_name, last_name, unsubscribed }: Contact): Items['contacts'] => ({
  ...{ email, firstName: first_name ?? null, lastName: last_name ?? null, unsubscribed },
  ...{ attributes: {}, lists: [], leftTopics: [] },
})

/** A property is written with its type. */
const plain = (property: unknown): unknown =>
  typeof property === 'object' && property !== null && 'value' in property ? property.value : property

function webhooksOf(webhooks: z.output<typeof Webhook>[]): SourcePage<Items['webhooks']> {
  const remarks: Remark[] = []
  const brought = webhooks.flatMap(({ endpoint, status, events: names }) => {
    if (status === 'disabled') {
      remarks.push({ what: endpoint, why: 'is disabled there, and is not brought' })
      return []
    }
    const { events, unknown } = eventsNamed(names ?? [], (name) => [TYPES.get(name) ?? []].flat())
    if (unknown.length > 0) remarks.push({ what: endpoint, why: `gets no ${unknown.join(', ')} here` })
    return [{ url: endpoint, events }]
  })
  return { items: mergedByUrl(brought), next: null, remarks }
}
