import type { MessageFilter, MessageSummary } from '../../../contract/messages.js'
import { idFloor, isId } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import { COUNT_OPTIONS, decodeCursor, emptyPage, newestFirst, type Page, toPageBy } from '../../platform/pages.js'
import { recipientTerm, senderTerm, tagTerm, templateTerm } from '../../platform/search/message-terms.js'
import type { TermSet } from '../../platform/search/term-index.js'
import { type FoundSearch, findBeginnings } from '../../platform/search/word-beginnings.js'
import { templateId } from '../templates/template-slugs.js'
import { presentSummary, SUMMARY_FIELDS, type SummaryRow } from './present-message.js'
import { accessPathsOf, indexOf, leadingIndex, MESSAGES, searchMessages } from './search-messages.js'

const BY_IDEMPOTENCY_KEY = { account_id: 1, idempotency_key: 1 } as const

/**
 * The messages of an account that meet a filter, newest first. One index leads, and where it does not cover everything
 * that is asked, a page may be short, or even empty: only a null cursor is the end.
 * @throws ApiError `invalid_request` if the cursor is from another kind of list.
 */
export async function listMessages(
  models: Pick<Models, 'messages' | 'templates'>,
  accountId: string,
  given: MessageFilter,
): Promise<Page<MessageSummary>> {
  const { channel, search = '', template_id: template } = given
  // Nothing but mail is ever accepted.
  if (channel && channel !== 'email') return emptyPage()
  const filter =
    template === undefined ? given : { ...given, template_id: await templateId(models, accountId, template) }
  if (search.trim() === '') return findMessages(models, accountId, filter, NO_TEXT)
  const [text, named] = await Promise.all([
    findBeginnings(indexOf(models.messages.collection), accountId, search, (whole) =>
      // A word alone would find all mail of a sender whose name has it.
      whole.includes('@') ? [senderTerm(whole)] : [],
    ),
    namedBy(models, accountId, filter, search.trim()),
  ])
  const page = text ? await findMessages(models, accountId, filter, text) : emptyPage<MessageSummary>()
  return named ? withNamed(page, named, filter) : page
}

const NO_TEXT: FoundSearch = { filter: {}, sets: [], isExact: true }

/** What a filter asks besides its text. */
function conditionsOf(accountId: string, filter: MessageFilter) {
  const { status, broadcast_id, test_mode, key_id } = filter
  const terms = exactTerms(filter)
  return {
    account_id: accountId,
    _id: idRange(filter),
    ...(status && { status }),
    ...(broadcast_id !== undefined && { broadcast_id }),
    ...(test_mode !== undefined && { test_mode }),
    ...(key_id !== undefined && { key_id }),
    ...(terms.length > 0 && { search: { $all: terms } }),
  }
}

async function findMessages(
  models: Pick<Models, 'messages'>,
  accountId: string,
  filter: MessageFilter,
  text: FoundSearch,
): Promise<Page<MessageSummary>> {
  const where = { ...conditionsOf(accountId, filter), ...text.filter }
  const terms = exactTerms(filter)
  const sets: TermSet[] = [...terms.map((term) => [term]), ...text.sets]
  const ways = accessPathsOf(where)
  // No index has the key: messages are compared.
  const isTold = text.isExact && filter.key_id === undefined
  const isOneRange = isTold && ways.every(({ isNot }) => !isNot)
  if (isOneRange && sets.length + ways.length < 2) {
    const hint = await leadingIndex(models, where, sets)
    return newestFirst(
      { collection: models.messages.collection, filter: where, options: { projection: SUMMARY_FIELDS, hint } },
      'message',
      filter,
      presentSummary,
    )
  }
  const page = await searchMessages(models, where, sets, filter)
  const isCounted = text === NO_TEXT && isTold && sets.length < 2
  const count = async () => {
    const hint = await leadingIndex(models, where, sets)
    return models.messages.collection.countDocuments(where, { ...COUNT_OPTIONS, hint })
  }
  return isCounted ? { ...page, count } : page
}

function exactTerms({ tag, recipient, sender, template_id }: MessageFilter): string[] {
  return [
    ...(sender === undefined ? [] : [senderTerm(sender)]),
    ...(recipient === undefined ? [] : [recipientTerm(recipient)]),
    ...(tag === undefined ? [] : [tagTerm(tag)]),
    ...(template_id === undefined ? [] : [templateTerm(template_id)]),
  ]
}

/** The message that a text names, by its id or its idempotency key, if it meets the filter. */
async function namedBy(
  { messages }: Pick<Models, 'messages'>,
  accountId: string,
  filter: MessageFilter,
  text: string,
): Promise<MessageSummary | null> {
  const { _id: range, ...where } = conditionsOf(accountId, filter)
  const named = isId('message', text) ? { _id: { ...range, $eq: text } } : { _id: range, idempotency_key: text }
  const hint = isId('message', text) ? { _id: 1 as const } : BY_IDEMPOTENCY_KEY
  const row = await messages.collection.findOne<SummaryRow>(
    { ...where, ...named },
    { projection: SUMMARY_FIELDS, hint },
  )
  return row && presentSummary(row)
}

/** Puts a message at its place in a list, if that is on this page. */
function withNamed(
  page: Page<MessageSummary>,
  named: MessageSummary,
  { limit, cursor }: MessageFilter,
): Page<MessageSummary> {
  const { items, nextCursor } = page
  const isThere = items.some(({ id }) => id === named.id)
  const isBefore = cursor !== undefined && named.id >= decodeCursor(MESSAGES, cursor)
  const isBehind = nextCursor !== null && named.id < decodeCursor(MESSAGES, nextCursor)
  if (isThere || isBefore || isBehind) return page
  const all = [...items, named].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const grown = toPageBy(
    ({ id }) => id,
    MESSAGES,
    all,
    limit,
    (item) => item,
  )
  return { ...grown, nextCursor: grown.nextCursor ?? nextCursor }
}

/** Ids start with their time, so time bounds become id bounds, like a cursor. */
function idRange({ from, to }: MessageFilter): { $gte?: string; $lte: string } {
  const end = to ? new Date(to.getTime() + 1) : new Date(2 ** 48 - 1)
  return { ...(from && { $gte: idFloor('message', from) }), $lte: idFloor('message', end) }
}
