import { expect } from 'vitest'
import { operationList } from '../../src/operations/list.js'
import { NOTHING_CHANGED, OWN_RECORD, READER_STATE, type UnauditedReason } from '../../src/operations/operation.js'
import { storedFormOf } from '../../src/services/accounts/api-keys/api-key-secret.js'
import type { TestApp } from '../support/start-app.js'
import type { Outcome } from './three-doors.js'

/** Mutations that leave no entry in the audit log, and why; listed here so that a change is noticed. */
export const NOT_AUDITED: Record<string, UnauditedReason> = {
  'mail.compose': OWN_RECORD,
  'mail.drafts.create': READER_STATE,
  'mail.drafts.delete': READER_STATE,
  'mail.drafts.send': OWN_RECORD,
  'mail.drafts.update': READER_STATE,
  'mail.messages.star': READER_STATE,
  'mail.presence.delete': READER_STATE,
  'mail.presence.set': READER_STATE,
  'mail.threads.forward': OWN_RECORD,
  'mail.threads.markRead': READER_STATE,
  'mail.threads.reply': OWN_RECORD,
  'mail.threads.star': READER_STATE,
  'messages.resend': OWN_RECORD,
  'messages.send': OWN_RECORD,
  'messages.sendBatch': OWN_RECORD,
  'messages.validate': NOTHING_CHANGED,
}

function leavesEntry(operation: string): boolean {
  const { kind, scope } = operationList.find(({ name }) => name === operation)!
  return kind === 'mutation' && scope !== 'public' && !(operation in NOT_AUDITED)
}

/** Entries of an account, in the order of their ids, which is that of time. Reading all of them each time would be slow. */
export const entriesOf = (account: TestApp, which: { 'actor.id': string } | { _id: { $gt: string } }) =>
  account.app.models.auditEntries
    .find({ account_id: account.accountId, ...which })
    .sort({ _id: 1 })
    .lean()

/** The id of the newest entry of an account. */
export async function newestEntry({ app, accountId }: TestApp): Promise<string> {
  const newest = await app.models.auditEntries.findOne({ account_id: accountId }).sort({ _id: -1 }).lean()
  return newest?._id ?? ''
}

/** A call that succeeded. */
interface Call {
  operation: string
  input: Record<string, unknown>
  key: string | null
  outcome: Outcome
}

/** Expects the entry of a call, or none if the operation leaves none. `before` is the newest entry before the call. */
export async function expectEntry(account: TestApp, before: string, { operation, input, key, outcome }: Call) {
  const left = await entriesOf(account, { _id: { $gt: before } })
  if (!leavesEntry(operation)) return expect(left).toEqual([])
  const { hash } = storedFormOf(key!)
  const actor = await account.app.models.apiKeys.findOne({ hash }).lean()
  expect(left).toMatchObject([{ operation, actor: { type: 'key', id: actor!._id } }])
  // The target of a resource with an id is the id.
  // A test of a broadcast makes a message, and is about the broadcast.
  const { id = input.id } = (operation === 'broadcasts.test' ? input : (outcome.data ?? {})) as { id?: string }
  const named = operation.startsWith('suppressions.') ? (input.recipient as string | undefined)?.toLowerCase() : id
  if (operation.startsWith('domains.')) expect(left[0]!.target).toMatch(/^dom_/)
  else if (typeof named === 'string') expect(left[0]!.target?.toLowerCase()).toBe(named)
  return undefined
}
