import type { Contact, Topic } from '@aws-sdk/client-sesv2'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import type { AskSes } from '../../../providers/index.js'
import { CliError } from '../../errors.js'
import { SERVICES } from '../services.js'
import type { Items, NamedList, ReadPage, Source } from '../source.js'
import { distinctNames, eachOf, isGone } from './parts.js'

const PAGE = 100
const REASONS: Record<string, string> = { BOUNCE: 'hard_bounce', COMPLAINT: 'complaint' }

/** Reads what Amazon SES has in a region. */
export function sesSource(askSes: AskSes): Source {
  const ask: AskSes = (request) =>
    askSes(request).catch((error: Error) => {
      throw isGone(error) ? error : new CliError(`Amazon SES could not be read: ${error.message}`)
    })
  const lists = lazyAsync(() => listsOf(ask))
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
        const names = TemplatesMetadata.map(({ TemplateName = '' }) => TemplateName)
        const read = await eachOf(
          names,
          (name) => name,
          async (name) => [await templateOf(ask, name)],
        )
        return { ...read, next: NextToken ?? null }
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
      lists: async () => {
        const found = await lists()
        return { items: found ? [found.list, ...found.topics.values()] : [], next: null }
      },
      contacts: contactsOf(ask, lists),
    },
  }
}

const pageAt = (place: string | null) => ({ PageSize: PAGE, ...(place !== null && { NextToken: place }) })

async function templateOf(ask: AskSes, name: string): Promise<Items['templates']> {
  const { TemplateContent = {} } = await ask((ses) => ses.getEmailTemplate({ TemplateName: name }))
  const { Subject = name, Html = '', Text = null } = TemplateContent
  return { ...{ name, alias: name, subject: Subject, html: Html, text: Text }, language: 'ses' }
}

interface Lists {
  /** Its name at SES. */
  id: string
  list: NamedList
  /** By their names at SES. */
  topics: Map<string, NamedList>
}

/** The contact list of an account of SES, which has one at most, and its topics. */
async function listsOf(ask: AskSes): Promise<Lists | null> {
  const { ContactLists = [] } = await ask((ses) => ses.listContactLists({}))
  const id = ContactLists[0]?.ContactListName
  if (!id) return null
  const { Topics = [] } = await ask((ses) => ses.getContactList({ ContactListName: id }))
  const rows = Topics.map(({ TopicName = '', DisplayName }: Topic) => ({
    id: TopicName,
    name: DisplayName || TopicName,
  }))
  const names = distinctNames([...rows, { id: '', name: id }])
  const topics = new Map(
    Topics.map(({ TopicName = '', Description }) => [
      TopicName,
      { name: names.get(TopicName)!, isTopic: true, description: Description ?? null },
    ]),
  )
  return { id, list: { name: id, isTopic: false }, topics }
}

const contactsOf =
  (ask: AskSes, lists: () => Promise<Lists | null>): ReadPage<'contacts'> =>
  async (place) => {
    const found = await lists()
    if (!found) return { items: [], next: null }
    const ContactListName = found.id
    const page = await ask((ses) => ses.listContacts({ ContactListName, ...pageAt(place) }))
    const read = await eachOf(
      page.Contacts ?? [],
      ({ EmailAddress = '' }) => EmailAddress,
      async (contact): Promise<Items['contacts'][]> => {
        const { EmailAddress = '', UnsubscribeAll = false } = contact
        const { AttributesData } = await ask((ses) => ses.getContact({ ContactListName, EmailAddress }))
        return [
          {
            ...{ email: EmailAddress, firstName: null, lastName: null, unsubscribed: UnsubscribeAll },
            attributes: objectIn(AttributesData),
            ...choicesOf(contact, found),
          },
        ]
      },
    )
    return { ...read, next: page.NextToken ?? null }
  }

/** What a contact has chosen. Topics of which it has said nothing have a default, which lets nobody leave them. */
function choicesOf({ TopicPreferences = [], TopicDefaultPreferences = [] }: Contact, { list, topics }: Lists) {
  const chosen = new Map(TopicPreferences.map(({ TopicName, SubscriptionStatus }) => [TopicName, SubscriptionStatus]))
  const defaults = TopicDefaultPreferences.filter(({ TopicName }) => !chosen.has(TopicName))
  const withStatus = (preferences: typeof TopicPreferences, status: string) =>
    preferences.flatMap(({ TopicName = '', SubscriptionStatus }) =>
      SubscriptionStatus === status ? (topics.get(TopicName) ?? []) : [],
    )
  return {
    lists: [list, ...withStatus([...TopicPreferences, ...defaults], 'OPT_IN')],
    leftTopics: withStatus(TopicPreferences, 'OPT_OUT'),
  }
}

function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
