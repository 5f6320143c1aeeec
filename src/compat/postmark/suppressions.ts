import { z } from 'zod'
import type { MessageType } from '../../contract/messages.js'
import type { Suppression } from '../../contract/suppressions.js'
import { ApiError } from '../../errors.js'
import {
  deleteSuppression,
  getSuppression,
  importSuppressions,
  listSuppressions,
} from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { itemsAt, MAX_OFFSET_ITEMS } from '../common/offset-pages.js'
import { ifFound, refusalOf } from '../common/outcomes.js'
import { queryText, refuseGiven } from './fields.js'
import { typeOfStream } from './streams.js'

const DumpQuery = z.strictObject({
  // The SDK always sends both. A dump is the whole list.
  count: queryText(),
  offset: queryText(),
  fromDate: queryText(),
  toDate: queryText(),
  emailAddress: queryText(),
  suppressionReason: queryText(),
  origin: queryText(),
})
const { emailAddress: _address, count: _count, offset: _offset, ...OTHERS } = DumpQuery.shape

const Entries = z.strictObject({
  Suppressions: z.array(z.strictObject({ EmailAddress: z.string() })).max(50, 'must have at most 50 addresses'),
})

/** Suppressions. Those of outbound stop all mail; those of broadcast are of people who get no more marketing. */
export const suppressions: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/message-streams/:id/suppressions/dump',
    operation: listSuppressions,
    answer: async ({ param, query, run }) => {
      const type = typeOfStream(param('id'))
      const { emailAddress: address, ...others } = query(DumpQuery)
      refuseGiven(others, Object.keys(OTHERS), 'Leave it out: each entry says it.')
      const found = address === undefined ? await all(run) : await one(run, address)
      const shown = found.filter(({ state }) => type === 'marketing' || state === 'suppressed')
      return { Suppressions: shown.map(present) }
    },
  },
  {
    method: 'POST',
    path: '/message-streams/:id/suppressions',
    operation: importSuppressions,
    answer: async ({ param, body, run }) => {
      const state = typeOfStream(param('id')) === 'marketing' ? 'unsubscribed' : 'suppressed'
      const { Suppressions } = body(Entries)
      const entries = Suppressions.map(
        ({ EmailAddress }) => ({ email: EmailAddress, state, reason: 'manual' }) as const,
      )
      const { errors } = await run(importSuppressions, { entries })
      const reasons = new Map(errors.map(({ index, reason }) => [index, reason]))
      return statuses(Suppressions, (_address, index) => reasons.get(index) ?? null, 'Suppressed')
    },
  },
  {
    method: 'POST',
    path: '/message-streams/:id/suppressions/delete',
    operation: deleteSuppression,
    answer: async ({ param, body, run }) => {
      const type = typeOfStream(param('id'))
      const { Suppressions } = body(Entries)
      const failures: (string | null)[] = []
      for (const { EmailAddress } of Suppressions) failures.push(await remove(run, type, EmailAddress))
      return statuses(Suppressions, (_address, index) => failures[index] ?? null, 'Deleted')
    },
  },
]

/** Each address with what became of it. */
const statuses = (
  entries: readonly { EmailAddress: string }[],
  failureOf: (address: string, index: number) => string | null,
  done: string,
) => ({
  Suppressions: entries.map(({ EmailAddress }, index) => {
    const failure = failureOf(EmailAddress, index)
    return { EmailAddress, Status: failure === null ? done : 'Failed', Message: failure }
  }),
})

/** @returns why it failed; null if it is not on the list of the stream any more. */
async function remove(run: CompatCall['run'], type: MessageType, recipient: string): Promise<string | null> {
  const state = type === 'marketing' ? 'unsubscribed' : 'suppressed'
  const refusal = await refusalOf(run(deleteSuppression, { channel: 'email', recipient, state }))
  if (refusal && refusal.status !== 404) return refusal.message
  const isInTheWay = refusal && type === 'marketing' && (await one(run, recipient)).length > 0
  return isInTheWay ? 'All mail to the address is stopped: delete it from the stream outbound.' : null
}

async function one(run: CompatCall['run'], recipient: string): Promise<Suppression[]> {
  const found = await ifFound(run(getSuppression, { recipient }))
  return found ? [found] : []
}

/** All of them, if there are not too many. */
async function all(run: CompatCall['run']): Promise<Suppression[]> {
  const instead = 'Use GET /v1/suppressions/export for the whole list.'
  const { items, hasMore } = await itemsAt(
    { count: MAX_OFFSET_ITEMS, offset: 0 },
    async (page) => {
      const { suppressions: found, next_cursor } = await run(listSuppressions, page)
      return { items: found, next: next_cursor }
    },
    instead,
  )
  if (hasMore) throw new ApiError('not_supported', `The list is too long for this call. ${instead}`)
  return items
}

/** The reasons of Postmark. Any other one is somebody's decision. */
const REASONS: Record<string, string> = { hard_bounce: 'HardBounce', complaint: 'SpamComplaint' }

const present = ({ recipient, reason, state, updated_at }: Suppression) => ({
  EmailAddress: recipient,
  SuppressionReason: REASONS[reason] ?? 'ManualSuppression',
  Origin: REASONS[reason] || state === 'unsubscribed' ? 'Recipient' : 'Customer',
  CreatedAt: updated_at,
})
