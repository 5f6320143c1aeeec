import { type BroadcastChanges, sourceIssues } from '../../../contract/broadcast-requests.js'
import { ApiError, fieldErrors } from '../../../errors.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { Audience } from '../../audience/contacts/audience.js'
import { type Caller, writableBy } from '../../caller.js'
import { assertList, assertSchedulable, assertSource, type CheckDeps } from './broadcast-checks.js'
import { audienceOf } from './broadcast-list.js'
import { renderableOf } from './broadcast-mail.js'
import { findBroadcast, sentBy, wrongStatus } from './find-broadcast.js'

type EditDeps = CheckDeps & { audience: Pick<Audience, 'count'> }

/** What a caller decides about a broadcast. */
export type Decided = Pick<
  BroadcastDoc,
  | ('name' | 'list_id' | 'from_email' | 'reply_to' | 'subject' | 'body_html' | 'body_text' | 'template_id')
  | ('tracking' | 'throttle_per_minute' | 'scheduled_at')
>

/** What is to change. */
type Fields = Omit<BroadcastChanges, 'id' | 'revision'>

const SOURCE_FIELDS = ['subject', 'body_html', 'body_text', 'template_id'] as const

/**
 * Changes the given fields of a draft. Of a change and a start at the same time one comes first: either the change is
 * refused, or what is sent has it. With a time, the draft is scheduled.
 * @throws ApiError `not_found`, also for the list; `wrong_status` unless it is a draft; `draft_changed` unless it has the
 *   given revision; `invalid_request` if the source is incomplete then; `template_not_found`; `invalid_template`;
 *   `invalid_schedule`; once scheduled, as a send.
 */
export async function changeDraft(
  deps: EditDeps,
  caller: Caller,
  { id, revision, ...changes }: BroadcastChanges,
): Promise<BroadcastDoc> {
  for (;;) {
    const row = await findBroadcast(deps.models, writableBy(caller), id)
    if (row.status !== 'draft') throw wrongStatus(row, 'be changed')
    if (revision !== undefined && revision !== (row.revision ?? 0)) throw new ApiError('draft_changed')
    const next = merged(deps, row, changes)
    const template_id = await check(deps, caller, changes, { ...row, ...next })
    const changed = await write(deps, caller, row, { ...next, template_id })
    if (changed) return changed
    // Somebody else has changed, started or deleted it.
  }
}

/** Characters that are read with a broadcast. */
export const sizeOf = ({ subject, body_html, body_text }: Pick<Decided, 'subject' | 'body_html' | 'body_text'>) =>
  (subject?.length ?? 0) + (body_html?.length ?? 0) + (body_text?.length ?? 0)

/** What the deployment tracks counts for what is left out. */
export function trackingOf(
  { config: { trackingOpens, trackingClicks } }: Pick<CheckDeps, 'config'>,
  given: BroadcastChanges['tracking'],
): Decided['tracking'] {
  return given ? { opens: given.opens ?? trackingOpens, clicks: given.clicks ?? trackingClicks } : null
}

function merged(deps: EditDeps, row: BroadcastDoc, changes: Fields): Decided {
  const { tracking, ...others } = changes
  const { name, list_id, from_email, reply_to, subject, body_html, body_text, template_id } = row
  const before = { name, list_id, from_email, reply_to, subject, body_html, body_text, template_id }
  const { throttle_per_minute, scheduled_at } = row
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const next = { ...before, throttle_per_minute, scheduled_at, ...given }
  return {
    ...next,
    reply_to: next.reply_to ?? [],
    tracking: tracking === undefined ? row.tracking : trackingOf(deps, tracking),
  }
}

/** Checks what changes; of a draft that is scheduled, everything. Resolves with the id of its template. */
async function check(deps: EditDeps, caller: Caller, changes: Fields, next: BroadcastDoc): Promise<string | null> {
  const faults = sourceIssues(next)
  if (faults.length > 0) throw fieldErrors('invalid_request', faults)
  const { scheduled_at } = next
  if (scheduled_at || changes.list_id !== undefined) await assertList(deps, next)
  const isNew = SOURCE_FIELDS.some((name) => changes[name] !== undefined)
  const template_id = isNew ? await assertSource(deps, caller.accountId, next) : next.template_id
  if (!scheduled_at) return template_id
  await renderableOf(deps.templateRendering, next)
  await assertSchedulable(deps, caller, { ...next, scheduled_at })
  return template_id
}

/** Null if the row is not as it was read. */
async function write(deps: EditDeps, caller: Caller, row: BroadcastDoc, next: Decided): Promise<BroadcastDoc | null> {
  const { models, clock } = deps
  const { account_id, _id, revision } = row
  const { list_id, scheduled_at } = next
  const last = list_id === row.list_id ? row.audience : 0
  const scheduled = scheduled_at && {
    status: 'scheduled' as const,
    sent_by: sentBy(caller, row),
    expand_at: scheduled_at,
  }
  return models.broadcasts.collection.findOneAndUpdate(
    { _id, account_id, status: 'draft', revision: revision ?? { $exists: false } },
    {
      $set: {
        ...next,
        size: sizeOf(next),
        audience: await audienceOf(deps, { account_id, list_id }, last),
        ...scheduled,
        updated_at: clock.now(),
      },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after' },
  )
}
