import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors.js'
import type { NewId } from '../../ids.js'
import type { AccountDoc } from '../../models/account.js'
import type { EventDoc } from '../../models/event.js'
import { countRecipients, type DispatchedMessage, isPaidFor, type MailContent } from '../../models/message.js'
import type { Charges } from '../../services/accounts/spend/charges.js'
import { recipientsOf, stopEventDoc, stopOf } from '../../services/audience/suppressions/stop-event.js'
import type { StopReason } from '../../services/audience/suppressions/suppression-look-up.js'
import { type DomainLookUp, isSandboxed } from '../../services/domains/domain-look-up.js'
import type { VerifiedRecipients } from '../../services/sending/test-recipients/verified-recipients.js'
import { workerEventDoc } from '../../services/tracking/events/worker-events.js'
import type { Claimed } from '../engine/work-row.js'
import type { Sender } from './sender-look-up.js'

/** The data of the checks. */
export interface PreflightDeps {
  clock: Clock
  newId: NewId
  sender: Sender
  charges: Pick<Charges, 'chargeScheduled'>
  /** What stops mail to its recipients, by normalized address. */
  stops: ReadonlyMap<string, StopReason>
  /** The account of the mail; null for the service's own mail. */
  account: Pick<AccountDoc, 'owner_email'> | null
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  verifiedRecipients: Pick<VerifiedRecipients, 'firstUnverifiedRecipient'>
}

/**
 * Checks right before a hand-over whether the mail may still be sent, because things change between acceptance and
 * dispatch. The first rule that stops it decides. Scheduled mail that may be sent is charged.
 * @returns the events of a stopped mail; null if it may be sent.
 */
export async function preflight(
  deps: PreflightDeps,
  message: Claimed<DispatchedMessage>,
  content: MailContent,
): Promise<EventDoc[] | null> {
  return (await preflightAgain(deps, message, content)) ?? stopOverCap(deps, message, content)
}

/** As {@link preflight}, for mail that has passed it and waited since: that is charged already. */
export async function preflightAgain(
  deps: PreflightDeps,
  message: Claimed<DispatchedMessage>,
  content: MailContent,
): Promise<EventDoc[] | null> {
  return (
    stopUnverified(deps, message) ??
    (await stopStrangers(deps, message, content)) ??
    stopSuppressed(deps, message, content)
  )
}

/** A domain that was deleted, or is no longer verified, cannot send. */
function stopUnverified({ sender, clock, newId }: PreflightDeps, message: DispatchedMessage): EventDoc[] | null {
  if (sender.verified || message.test_mode) return null
  const event = { type: 'failed', payload: { error: 'from_not_verified' }, occurredAt: clock.now() } as const
  return [workerEventDoc(newId, message, event)]
}

/**
 * Scheduled mail is not sent to removed test recipients. Only test sends and mail of sandbox accounts need consent.
 * Other mail is sent so soon that it needs no second check.
 */
async function stopStrangers(
  { account, domainLookUp, verifiedRecipients, clock, newId }: PreflightDeps,
  message: DispatchedMessage,
  content: MailContent,
): Promise<EventDoc[] | null> {
  if (!account || message.test_mode || message.accepted_status !== 'scheduled') return null
  const { account_id: accountId } = message
  if (!message.test_send && !isSandboxed(await domainLookUp.ofAccount(accountId))) return null
  const sender = { accountId, ownerEmail: account.owner_email }
  if ((await verifiedRecipients.firstUnverifiedRecipient(sender, recipientsOf(content))) === null) return null
  const event = { type: 'failed', payload: { error: 'recipient_not_verified' }, occurredAt: clock.now() } as const
  return [workerEventDoc(newId, message, event)]
}

/** Stops mail to recipients who were added to the suppression list, or opted out of its topic, after the acceptance. */
function stopSuppressed(
  { stops, clock }: PreflightDeps,
  message: DispatchedMessage,
  content: MailContent,
): EventDoc[] | null {
  const stop = stopOf(recipientsOf(content), message.message_type, stops)
  return stop && [stopEventDoc(message, stop, clock.now())]
}

/** Scheduled mail is charged now, and stays here when its account or key has nothing left to spend. */
async function stopOverCap(
  { charges, clock, newId }: PreflightDeps,
  message: Claimed<DispatchedMessage>,
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
