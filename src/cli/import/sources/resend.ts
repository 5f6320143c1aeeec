import type { WebhookEventType } from '../../../contract/webhooks.js'
import { DIALECTS } from '../../../services/tracking/webhooks/dialects/dialects.js'
import type { ApiReader } from '../api-reader.js'
import { SERVICES } from '../services.js'
import type { Items, ReadPage, Source } from '../source.js'

interface List<T> {
  data: T[]
  has_more?: boolean
}
interface Named {
  id: string
  name: string
}
interface Template extends Named {
  alias: string | null
  subject: string | null
  html: string | null
  text: string | null
}
interface Contact {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean
  properties?: Record<string, unknown>
}

const PAGE = 100
/** Our types of events by the names of Resend. */
const TYPES = new Map(Object.entries(DIALECTS.resend.names).map(([type, name]) => [name, type as WebhookEventType]))

/** Reads an account of Resend: https://resend.com/docs/api-reference. */
export function resendSource(api: ApiReader): Source {
  const page = async <T extends { id: string }>(path: string, after: string | null) => {
    const { data, has_more } = await api.get<List<T>>(path, { limit: PAGE, after })
    return { data, next: has_more ? (data.at(-1)?.id ?? null) : null }
  }
  const listed =
    <T extends { id: string }, R>(path: string, toItem: (row: T) => R | Promise<R>) =>
    async (place: string | null) => {
      const { data, next } = await page<T>(path, place)
      const items: R[] = []
      for (const row of data) items.push(await toItem(row))
      return { items, next }
    }
  return {
    title: SERVICES.resend.title,
    format: 'resend',
    byHand: SERVICES.resend.byHand,
    read: {
      domains: listed('/domains', ({ name }: Named) => ({ name })),
      templates: listed('/templates', async ({ id }: Named) => templateOf(await api.get<Template>(`/templates/${id}`))),
      lists: listed('/segments', ({ name }: Named) => ({ name })),
      contacts: contactsOf(page),
      suppressions: listed('/suppressions', ({ email, origin }: { id: string; email: string; origin?: string }) => ({
        ...{ email, state: 'suppressed' as const, reason: REASONS[origin ?? ''] ?? 'manual' },
      })),
      webhooks: listed(
        '/webhooks',
        ({ endpoint, events }: { id: string; endpoint: string; events: string[] | null }) => ({
          url: endpoint,
          events: (events ?? []).flatMap((name) => TYPES.get(name) ?? []),
        }),
      ),
    },
  }
}

const REASONS: Record<string, string> = { bounce: 'hard_bounce', complaint: 'complaint' }

const templateOf = ({ name, alias, subject, html, text }: Template): Items['templates'] => ({
  ...{ name, alias, text, subject: subject ?? name, html: html ?? '', language: 'resend' },
})

type Page = <T extends { id: string }>(
  path: string,
  after: string | null,
) => Promise<{ data: T[]; next: string | null }>

/** All contacts, and then those of each segment: a place is `segment after`. */
const contactsOf =
  (page: Page): ReadPage<'contacts'> =>
  async (place) => {
    const [index = 0, after = null] = place === null ? [] : (JSON.parse(place) as [number, string | null])
    const segments = await segmentsOf(page)
    const segment = index === 0 ? null : segments[index - 1]!
    const path = segment ? `/segments/${segment.id}/contacts` : '/contacts'
    const { data, next } = await page<Contact>(path, after)
    const following = next !== null ? [index, next] : index < segments.length ? [index + 1, null] : null
    return {
      items: data.map((contact) => ({
        email: contact.email,
        firstName: contact.first_name,
        lastName: contact.last_name,
        attributes: plainValues(contact.properties ?? {}),
        unsubscribed: contact.unsubscribed,
        lists: segment ? [segment.name] : [],
      })),
      next: following && JSON.stringify(following),
    }
  }

async function segmentsOf(page: Page): Promise<Named[]> {
  const found: Named[] = []
  let after: string | null = null
  do {
    const { data, next }: { data: Named[]; next: string | null } = await page<Named>('/segments', after)
    found.push(...data)
    after = next
  } while (after !== null)
  return found
}

/** Values that attributes can have. */
export const plainValues = (values: Record<string, unknown>): Items['contacts']['attributes'] =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  )
