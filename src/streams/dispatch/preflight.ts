import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors.js'
import type { NewId } from '../../ids.js'
import type { AccountDoc } from '../../models/account.js'
import type { EventDoc } from '../../models/event.js'
import {
  countRecipients,
  isPaidFor,
  type MailContent,
  type MessageDoc,
  suppressingAccount,
} from '../../models/message.js'
import { type DomainLookUp, isSandboxed } from '../../services/domains/domain-look-up.js'
import { workerEventDoc } from '../../services/events/worker-events.js'
import type { Charges } from '../../services/spend/charges.js'
import { recipientsOf, stopEventDoc, stopOf } from '../../services/suppressions/stop-event.js'
import type { SuppressionLookUp } from '../../services/suppressions/suppression-look-up.js'
import type { VerifiedRecipients } from '../../services/test-recipients/verified-recipients.js'
import type { Claimed } from '../engine/work-row.js'
import type { Sender } from './sender-look-up.js'

/** What a mail is looked at with before it leaves. */
export interface PreflightDeps {
  clock: Clock
  newId: NewId
  sender: Sender
  charges: Pick<Charges, 'chargeScheduled'>
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
  /** The account of the mail; null for mail of the service itself. */
  account: Pick<AccountDoc, 'owner_email'> | null
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  verifiedRecipients: Pick<VerifiedRecipients, 'firstStranger'>
}

/**
 * Looks, right before a hand-over, whether a mail may still go: things change between acceptance and dispatch. The
 * first rule that stops it decides.
 * @returns the events of a mail that stays here; null when it may leave.
 */
export async function preflight(
  deps: PreflightDeps,
  message: Claimed<MessageDoc>,
  content: MailContent,
): Promise<EventDoc[] | null> {
  return (
    stopUnverified(deps, message) ??
    (await stopStrangers(deps, message, content)) ??
    (await stopSuppressed(deps, message, content)) ??
    (await stopOverCap(deps, message, content))
  )
}

/** A domain that is deleted, or not verified any more, sends nothing. */
function stopUnverified({ sender, clock, newId }: PreflightDeps, message: MessageDoc): EventDoc[] | null {
  if (sender.verified || message.test_mode) return null
  const event = { type: 'failed', payload: { error: 'from_not_verified' }, occurredAt: clock.now() } as const
  return [workerEventDoc(newId, message, event)]
}

/**
 * Scheduled mail goes to no test recipient that was removed since: only test sends, and what a sandbox account sends,
 * need the consent of their recipients. Other mail leaves so soon that it needs no second look.
 */
async function stopStrangers(
  { account, domainLookUp, verifiedRecipients, clock, newId }: PreflightDeps,
  message: MessageDoc,
  content: MailContent,
): Promise<EventDoc[] | null> {
  if (!account || message.test_mode || message.accepted_status !== 'scheduled') return null
  const { account_id: accountId } = message
  if (!message.test_send && !isSandboxed(await domainLookUp.ofAccount(accountId))) return null
  const sender = { accountId, ownerEmail: account.owner_email }
  if ((await verifiedRecipients.firstStranger(sender, recipientsOf(content))) === null) return null
  const event = { type: 'failed', payload: { error: 'recipient_not_verified' }, occurredAt: clock.now() } as const
  return [workerEventDoc(newId, message, event)]
}

/** Nobody gets mail who came onto the suppression list since the message was accepted. */
async function stopSuppressed(
  { suppressionLookUp, clock }: PreflightDeps,
  message: MessageDoc,
  content: MailContent,
): Promise<EventDoc[] | null> {
  const addresses = recipientsOf(content)
  const entries = await suppressionLookUp.find(suppressingAccount(message), addresses)
  const stop = stopOf(addresses, message.message_type, entries)
  return stop && [stopEventDoc(message, stop, clock.now())]
}

/** Scheduled mail is charged now, and stays here when its account or key has nothing left to spend. */
async function stopOverCap(
  { charges, clock, newId }: PreflightDeps,
  message: Claimed<MessageDoc>,
  content: MailContent,
): Promise<EventDoc[] | null> {
  if (message.accepted_status !== 'scheduled' || !isPaidFor(message) || message.charge) return null
  try {
    await charges.chargeScheduled(message, countRecipients(content))
    return null
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'spend_cap_exceeded')) throw error
    const event = { type: 'failed', payload: { error: error.code }, occurredAt: clock.now() } as const
    return [workerEventDoc(newId, message, event)]
  }
}
