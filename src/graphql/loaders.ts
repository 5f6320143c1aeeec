import DataLoader from 'dataloader'
import type { Broadcast } from '../contract/broadcasts.js'
import type { Contact } from '../contract/contacts.js'
import type { TimelineEvent } from '../contract/events.js'
import type { InboundEmail } from '../contract/inbound.js'
import type { MailNote } from '../contract/mail-notes.js'
import type { MailEntry, MailThreadSummary } from '../contract/mail-threads.js'
import type { MessageContent } from '../contract/message-content.js'
import type { Template, TemplateVersion } from '../contract/templates.js'
import type { WebhookDelivery } from '../contract/webhooks.js'
import { groupBy } from '../lib/collections/group-by.js'
import type { AnswerBudget } from '../operations/answer-budget.js'
import { getBroadcast } from '../operations/broadcasts.js'
import { getContactList, listMembers } from '../operations/contact-lists.js'
import { getInboundEmail } from '../operations/inbound.js'
import { listNotes } from '../operations/mail-notes.js'
import { getThread } from '../operations/mail-threads.js'
import { getMessageContent } from '../operations/message-content.js'
import { getMessage } from '../operations/messages.js'
import { getOutboxMail } from '../operations/outbox.js'
import { type AnyOperation, assertAllowed, type RunnerDeps } from '../operations/runner.js'
import { getTemplate, listTemplateVersions } from '../operations/templates.js'
import { listDeliveries } from '../operations/webhooks.js'
import type { MemberCount } from '../services/audience/contacts/segment-counts.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import { orOverloaded } from '../services/platform/overload.js'
import { emptyPage, type Page } from '../services/platform/pages.js'
import type { MessageDetails } from '../services/sending/messages/present-message.js'
import type { VersionHead } from '../services/sending/templates/template-versions.js'
import type { LogFilter } from '../services/tracking/webhooks/delivery-log.js'

/** A request for a page of one of many parents. */
export interface PageOf {
  id: string
  limit: number
  cursor?: string | undefined
}

type AllLoaders = ReturnType<typeof createLoaders>

/** A service that reads objects by their ids. */
export type ManyService = {
  [Name in keyof Services]: Services[Name] extends {
    getMany: (accountId: string, ids: readonly string[], caller: Caller) => Promise<Map<string, { id: string }>>
  }
    ? Name
    : never
}[keyof Services]

/** A loader of objects by their ids. */
export type ObjectLoader = {
  [Name in keyof AllLoaders]: AllLoaders[Name] extends DataLoader<string, { id: string } | undefined> ? Name : never
}[keyof AllLoaders]

/**
 * Loaders for related objects, looked up together for all objects of a response. Each names the operation whose rules it
 * is under, so that no field can show what its key may not read. One set for each response: nothing is
 * cached between requests or shared between callers.
 */
export class Loaders {
  readonly #create: () => AllLoaders
  #all: AllLoaders | null = null

  constructor(deps: RunnerDeps, caller: Caller, answer: AnswerBudget) {
    this.#create = () => createLoaders(deps, caller, answer)
  }

  /** Created when first used: most operations need none, and 2,000 open streams would have 30,000 of them. */
  get all(): AllLoaders {
    this.#all ??= this.#create()
    return this.#all
  }

  /** Forgets what was loaded: each event of a stream is a separate response, and what it shows may have changed. */
  restart(): void {
    this.#all = null
  }
}

function createLoaders(deps: RunnerDeps, caller: Caller, answer: AnswerBudget) {
  const { services } = deps
  const { accountId } = caller
  /** A loader reads for an operation, under whose rules each of its look-ups is. */
  const forCaller =
    <Given extends unknown[], T>(operation: AnyOperation, find: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await assertAllowed(deps, operation, caller)
      return find(...given)
    }
  const byId = <T>(operation: AnyOperation, find: FindMany<T>) => loadById(forCaller(operation, find))
  const pagesById = <T, P extends { cursor?: string | undefined } = Omit<PageOf, 'id'>>(
    operation: AnyOperation,
    find: FindPages<T, P>,
  ) => loadPagesById(forCaller(operation, find))
  const ofServices = new Map<ManyService, DataLoader<string, { id: string } | undefined>>()
  return {
    // Contents are large: few at a time are read before they are counted.
    contents: byId<MessageContent>(getMessageContent, (ids) =>
      answer.run(() => services.messageContents.getMany(accountId, ids)),
    ),
    inboundEmails: byId<InboundEmail>(getInboundEmail, (ids) =>
      answer.run(() => services.inboundEmails.getMany(caller, ids)),
    ),
    messages: byId<MessageDetails>(getMessage, async (ids) => {
      const messages = await services.messages.getMany(accountId, await services.messages.seenBy(caller, ids))
      return new Map(messages.map((message) => [message.id, message]))
    }),
    timelines: byId<TimelineEvent[]>(getMessage, async (ids) =>
      services.messages.timelines(accountId, await services.messages.seenBy(caller, ids)),
    ),
    deliveriesOfMessage: byId<WebhookDelivery[]>(listDeliveries, (ids) =>
      services.deliveryLog.ofMessages(accountId, ids),
    ),
    deliveriesOfWebhook: pagesById<WebhookDelivery, LogFilter>(listDeliveries, (ids, page) =>
      services.deliveryLog.ofWebhooks(accountId, ids, page),
    ),
    memberCounts: byId<MemberCount>(getContactList, (ids) => services.contactLists.memberCounts(accountId, ids)),
    membersOfList: pagesById<Contact>(listMembers, (ids, page) => services.listMembers.ofLists(accountId, ids, page)),
    broadcasts: byId<Broadcast>(getBroadcast, async (ids) => {
      const broadcasts = await services.broadcasts.getMany(accountId, ids)
      return new Map(broadcasts.map((broadcast) => [broadcast.id, broadcast]))
    }),
    templates: byId<Template>(getTemplate, async (ids) => {
      const templates = await services.templates.getMany(accountId, ids)
      return new Map(templates.map((template) => [template.id, template]))
    }),
    templateVersions: byId<TemplateVersion>(listTemplateVersions, (ids) =>
      services.templateVersions.getMany(accountId, ids),
    ),
    versionsOfTemplate: pagesById<VersionHead>(listTemplateVersions, (ids, page) =>
      services.templateVersions.heads(accountId, ids, page),
    ),
    threads: byId<MailThreadSummary>(getThread, (ids) => services.threads.getMany(caller, ids)),
    notesOfThread: pagesById<MailNote>(listNotes, (ids, page) => services.notes.ofThreads(caller, ids, page)),
    threadsOfMails: byId<MailThreadSummary>(getThread, (ids) => services.threads.ofMails(caller, ids)),
    // Mails are large: few threads at a time are read before they are counted.
    mailEntries: byId<MailEntry[]>(getThread, (ids) => answer.run(() => services.threads.entries(caller, ids))),
    mimes: byId<Uint8Array>(getOutboxMail, (ids) => services.outbox.mimes(accountId, ids)),
    /** The loader of a service, made when it is first asked for. A service has one operation. */
    ofService: (name: ManyService, operation: AnyOperation) => {
      const loader =
        ofServices.get(name) ?? byId<{ id: string }>(operation, (ids) => services[name].getMany(accountId, ids, caller))
      ofServices.set(name, loader)
      return loader
    },
  }
}

/** Finds objects by id; an error in the map is that of its id. */
type FindMany<T> = (ids: readonly string[]) => Promise<Map<string, T | Error>>
/** Finds a page for each parent. */
type FindPages<T, P> = (ids: readonly string[], page: P) => Promise<Map<string, Page<T>>>

/** Loads by id; undefined if not found. An error in the map is that of its id. */
function loadById<T>(find: FindMany<T>): DataLoader<string, T | undefined> {
  return new DataLoader(async (ids) => {
    const found = await orOverloaded(find(ids))
    return ids.map((id) => found.get(id))
  })
}

/**
 * Loads a page for each parent, with one look-up for all that request the same page.
 * @template P the request, with the filters of the list.
 */
function loadPagesById<T, P extends { cursor?: string | undefined }>(
  find: FindPages<T, P>,
): DataLoader<P & { id: string }, Page<T>, string> {
  const pageOf = ({ id: _id, ...page }: P & { id: string }) => page
  // A cursor is of one parent: with it, each is looked up alone.
  const keyOf = (request: P & { id: string }) =>
    JSON.stringify(request.cursor === undefined ? pageOf(request) : request)
  return new DataLoader<P & { id: string }, Page<T>, string>(
    async (keys) => {
      const groups = [...groupBy(keys, keyOf)]
      const pages = await Promise.all(
        groups.map(async ([key, requests]) => {
          const ids = requests.map(({ id }) => id)
          const found = orOverloaded(find(ids, pageOf(requests[0]!) as unknown as P))
          return [key, await found.catch(toError)] as const
        }),
      )
      const byKey = new Map(pages)
      return keys.map((key) => {
        const found = byKey.get(keyOf(key))!
        return found instanceof Error ? found : (found.get(key.id) ?? emptyPage())
      })
    },
    { cacheKeyFn: (key) => `${key.id} ${keyOf(key)}` },
  )
}

/** An error is that of the pages that were asked for together. */
const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
