import type { AskSes } from '../../../providers/index.js'
import { SERVICES } from '../services.js'
import type { Items, Source } from '../source.js'
import { plainValues } from './resend.js'

const PAGE = 100
const REASONS: Record<string, string> = { BOUNCE: 'hard_bounce', COMPLAINT: 'complaint' }

/** Reads what Amazon SES has in a region. */
export function sesSource(ask: AskSes): Source {
  return {
    title: SERVICES.ses.title,
    format: null,
    byHand: SERVICES.ses.byHand,
    read: {
      domains: async (place) => {
        const { EmailIdentities = [], NextToken } = await ask((ses) => ses.listEmailIdentities(pageAt(place)))
        const domains = EmailIdentities.filter(({ IdentityType }) => IdentityType === 'DOMAIN')
        return { items: domains.map(({ IdentityName = '' }) => ({ name: IdentityName })), next: NextToken ?? null }
      },
      templates: async (place) => {
        const { TemplatesMetadata = [], NextToken } = await ask((ses) =>
          ses.listEmailTemplates({ ...pageAt(place), PageSize: 10 }),
        )
        const items: Items['templates'][] = []
        for (const { TemplateName = '' } of TemplatesMetadata) {
          const { TemplateContent = {} } = await ask((ses) => ses.getEmailTemplate({ TemplateName }))
          const { Subject = TemplateName, Html = '', Text = null } = TemplateContent
          items.push({
            name: TemplateName,
            alias: TemplateName,
            subject: Subject,
            html: Html,
            text: Text,
            language: 'ses',
          })
        }
        return { items, next: NextToken ?? null }
      },
      lists: async (place) => {
        const { ContactLists = [], NextToken } = await ask((ses) => ses.listContactLists(pageAt(place)))
        return {
          items: ContactLists.map(({ ContactListName = '' }) => ({ name: ContactListName })),
          next: NextToken ?? null,
        }
      },
      contacts: async (place) => {
        // An account of SES has one contact list.
        const { ContactLists = [] } = await ask((ses) => ses.listContactLists({}))
        const name = ContactLists[0]?.ContactListName
        if (!name) return { items: [], next: null }
        const { Contacts = [], NextToken } = await ask((ses) =>
          ses.listContacts({ ContactListName: name, ...pageAt(place) }),
        )
        const items: Items['contacts'][] = []
        for (const { EmailAddress = '', UnsubscribeAll = false } of Contacts) {
          const { AttributesData } = await ask((ses) => ses.getContact({ ContactListName: name, EmailAddress }))
          items.push({
            ...{ email: EmailAddress, firstName: null, lastName: null, unsubscribed: UnsubscribeAll, lists: [name] },
            attributes: plainValues(objectIn(AttributesData)),
          })
        }
        return { items, next: NextToken ?? null }
      },
      suppressions: async (place) => {
        const found = await ask((ses) => ses.listSuppressedDestinations(pageAt(place)))
        const { SuppressedDestinationSummaries = [], NextToken } = found
        return {
          items: SuppressedDestinationSummaries.map(({ EmailAddress = '', Reason = '' }) => ({
            ...{ email: EmailAddress, state: 'suppressed', reason: REASONS[Reason] ?? 'manual' },
          })),
          next: NextToken ?? null,
        }
      },
    },
  }
}

const pageAt = (place: string | null) => ({ PageSize: PAGE, ...(place !== null && { NextToken: place }) })

function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
