import { fieldError } from '../../../errors.js'
import { normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { DraftContent, MailDraftDoc } from '../../../models/mail-draft.js'
import { isAnyWithin, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { findThreadWithin, newestWithin } from '../reach/find-within.js'
import { answeringAddress } from '../threads/answering-address.js'

/*
 * A draft is of the address of ours that it would be sent from, as the mail is once it is sent. So keys that are bound to
 * inboxes see those that become mail of theirs.
 */

/** What somebody has written of a mail, with the address that it is of. */
export type AddressedDraft = DraftContent & Pick<MailDraftDoc, 'own_address'>

/** Whether a change may move a draft to another address. */
export const mayChangeAddress = ({
  from,
  inbox_id,
  thread_id,
  kind,
}: Partial<DraftContent> | Record<string, unknown>): boolean =>
  [from, inbox_id, thread_id, kind].some((given) => given !== undefined)

/** The sender that is given, or the inbox, or the address of ours that the newest mail of the thread is answered from. */
export async function addressOf(
  models: Models,
  viewer: MailViewer,
  { from, inbox_id, thread_id }: DraftContent,
): Promise<string | null> {
  if (from !== null) {
    const email = parseMailbox(from)?.email
    return email === undefined ? null : normalizeAddress(email)
  }
  if (inbox_id !== null) {
    const inbox = await models.inboxes.collection.findOne({ _id: inbox_id, account_id: viewer.accountId })
    return inbox?.address ?? null
  }
  const thread = thread_id === null ? null : await findThreadWithin(models, viewer, thread_id)
  if (!thread) return null
  const newest = await newestWithin(models, await reachOf(models, viewer), thread)
  return newest && answeringAddress(models, newest)
}

/**
 * A draft as a key may write it. What has no address yet is in the oldest inbox of a key that is bound.
 * @throws ApiError `bound_key` for the address of another.
 */
export async function withinReach(models: Models, viewer: MailViewer, draft: AddressedDraft): Promise<AddressedDraft> {
  const { accountId, inboxIds } = viewer
  if (inboxIds === null) return draft
  if (draft.own_address === null) {
    const own = { _id: { $in: [...inboxIds] }, account_id: accountId, live_address: { $exists: true } }
    const inbox = await models.inboxes.collection.findOne(own, { sort: { _id: 1 } })
    if (inbox) return { ...draft, inbox_id: inbox._id, own_address: inbox.address }
    throw fieldError('bound_key', 'inbox_id', 'has no inbox to be in: those of the key are deleted')
  }
  if (isAnyWithin(await reachOf(models, viewer), [draft.own_address])) return draft
  throw fieldError('bound_key', 'from', 'must be the address of an inbox of the key')
}
