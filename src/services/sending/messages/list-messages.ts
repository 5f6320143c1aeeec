import type { MessageFilter, MessageSummary } from '../../../contract/messages.js'
import { idFloor } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import { COUNT_OPTIONS, emptyPage, newestFirst, type Page } from '../../platform/pages.js'
import { readSearch, recipientTerm, tagTerm } from '../../platform/search/message-terms.js'
import { presentSummary, SUMMARY_FIELDS } from './present-message.js'
import { accessPathsOf, leadingIndex, searchMessages } from './search-messages.js'

/**
 * The messages of an account that meet a filter, newest first. One index leads, and where it does not tell everything
 * that is asked, a page may be short, or even empty: only a null cursor is the end.
 * @throws ApiError `invalid_request` if the cursor is from another kind of list.
 */
export async function listMessages(
  models: Pick<Models, 'messages'>,
  accountId: string,
  filter: MessageFilter,
): Promise<Page<MessageSummary>> {
  const { channel, status, search, broadcast_id, test_mode } = filter
  const text = search?.trim() ? readSearch(search) : { filter: {}, sets: [] }
  // Nothing but mail is ever accepted.
  if (!text || (channel && channel !== 'email')) return emptyPage()
  const terms = exactTerms(filter)
  const where = {
    account_id: accountId,
    _id: idRange(filter),
    ...(status && { status }),
    ...(broadcast_id !== undefined && { broadcast_id }),
    ...(test_mode !== undefined && { test_mode }),
    ...(terms.length > 0 && { search: { $all: terms } }),
    ...text.filter,
  }
  const sets = [...terms.map((term) => [term]), ...text.sets]
  const ways = accessPathsOf(where)
  const isOneRange = sets.every((set) => set.length === 1) && ways.every(({ isNot }) => !isNot)
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
  const isCounted = text.sets.length === 0 && sets.length < 2
  const count = async () => {
    const hint = await leadingIndex(models, where, sets)
    return models.messages.collection.countDocuments(where, { ...COUNT_OPTIONS, hint })
  }
  return isCounted ? { ...page, count } : page
}

function exactTerms({ tag, recipient }: MessageFilter): string[] {
  return [...(recipient === undefined ? [] : [recipientTerm(recipient)]), ...(tag === undefined ? [] : [tagTerm(tag)])]
}

/** Ids start with their time, so time bounds become id bounds, like a cursor. */
function idRange({ from, to }: MessageFilter): { $gte?: string; $lte: string } {
  const end = to ? new Date(to.getTime() + 1) : new Date(2 ** 48 - 1)
  return { ...(from && { $gte: idFloor('message', from) }), $lte: idFloor('message', end) }
}
