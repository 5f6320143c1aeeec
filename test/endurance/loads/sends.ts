import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AcceptedMail } from '../book.js'
import { AHEAD_MS } from '../fleet.js'
import type { Account, World } from '../world.js'

/** Of a hundred requests, so many are repeated later with the same key. */
const REPEATED_PERCENT = 8
const BATCH = 10
/** Scheduled mail is due after this time, in ms. */
const DUE_AFTER_MS = [2_000, 14_000] as const

/** A mail that goes to an address of its own, so that the provider tells mails apart by it too. */
function newMail({ domain }: Account, overrides: Record<string, unknown> = {}) {
  const key = randomUUID()
  return {
    channel: 'email',
    idempotency_key: key,
    destination: { email: `to-${key}@people.test` },
    payload: { subject: `Mail ${key}`, body_text: 'A text.' },
    metadata: { from_email: `news@${domain}` },
    ...overrides,
  }
}

type Sent = ReturnType<typeof newMail>

/** One live mail. */
export const live = (world: World, account: Account) => sendOne(world, account, true)
/** One mail of a test key, whose outcome is simulated. */
export const test = (world: World, account: Account) => sendOne(world, account, false)

async function sendOne({ book, client, random }: World, account: Account, isLive: boolean): Promise<void> {
  const key = isLive ? account.liveKey : account.testKey
  const mail = newMail(account)
  const at = Date.now()
  const reply = await client.ask('POST', '/v1/send', { key, body: mail })
  if (!reply) return
  if (reply.status !== 201) return void book.problems.push(`a send was answered with ${JSON.stringify(reply)}`)
  const { id } = reply.body
  book.timings.push({ at, tookMs: Date.now() - at })
  book.mails.push({ ...accepted(account, mail, id), kind: 'single', isLive })
  if (random.below(100) >= REPEATED_PERCENT) return
  await delay(random.below(15_000))
  const again = await client.ask('POST', '/v1/send', { key, body: mail })
  if (!again) return
  book.repeats += 1
  if (again.body?.id !== id) book.problems.push(`${id} was sent again as ${JSON.stringify(again)}`)
}

/** Some live mails in one request. Those that are not accepted are sent again. */
export async function batch({ book, client }: World, account: Account): Promise<void> {
  let left = Array.from({ length: BATCH }, () => newMail(account))
  while (left.length > 0) {
    const reply = await client.ask('POST', '/v1/send/batch', { key: account.liveKey, body: left })
    if (!reply) return
    if (!Array.isArray(reply.body)) return void book.problems.push(`a batch was answered with ${JSON.stringify(reply)}`)
    const results: { success: boolean; response: { id: string } }[] = reply.body
    for (const [index, { success, response }] of results.entries()) {
      if (success) book.mails.push({ ...accepted(account, left[index]!, response.id), kind: 'batch', isLive: true })
    }
    left = left.filter((_mail, index) => !results[index]!.success)
    if (left.length > 0) await delay(1_000)
  }
}

/**
 * A live mail of the mail app that leaves in a few seconds, which only the mail app can send. It is canceled half of the time,
 * sometimes when it is just due.
 */
export async function scheduled({ book, client, random }: World, account: Account): Promise<void> {
  const key = account.liveKey
  const [least, most] = DUE_AFTER_MS
  const dueMs = least + random.below(most - least)
  const dueAt = Date.now() + dueMs
  const mail = newMail(account)
  const body = {
    ...{ to: mail.destination.email, from: mail.metadata.from_email, idempotency_key: mail.idempotency_key },
    ...{ ...mail.payload, scheduled_at: new Date(dueAt).toISOString() },
  }
  const reply = await client.ask('POST', '/v1/mail/compose', { key, body })
  if (!reply) return
  // It was repeated until its time was over for a minute. Then no earlier attempt may have been accepted.
  if (reply.wasRepeated && reply.body?.error?.code === 'invalid_schedule') {
    return void book.refusedRecipients.push(mail.destination.email)
  }
  if (reply.status !== 201)
    return void book.problems.push(`a scheduled send was answered with ${JSON.stringify(reply)}`)
  const noted: AcceptedMail = { ...accepted(account, mail, reply.body.id), kind: 'scheduled', isLive: true }
  book.mails.push(noted)
  if (random.below(2) === 0) return
  await delay(random.below(dueMs + 1_000))
  noted.cancellation = 'unknown'
  const canceled = await client.ask('POST', `/v1/messages/${noted.id}/cancel`, { key })
  if (canceled?.status === 200) noted.cancellation = 'confirmed'
  // An earlier attempt may have canceled it.
  else if (canceled && !canceled.wasRepeated) {
    delete noted.cancellation
    const earlyMs = dueAt - AHEAD_MS - Date.now()
    if (earlyMs > 0) book.problems.push(`${noted.id} could not be canceled ${earlyMs} ms before it was due anywhere`)
  }
}

/** A mail from a domain that is not the account's: it is refused, and must not leave. */
export async function refused({ book, client }: World, account: Account): Promise<void> {
  const mail = newMail(account, { metadata: { from_email: 'somebody@elsewhere.test' } })
  const reply = await client.ask('POST', '/v1/send', { key: account.liveKey, body: mail })
  if (!reply) return
  if (reply.status < 400) book.problems.push(`a mail from a strange domain was accepted: ${JSON.stringify(reply)}`)
  book.refusedRecipients.push(mail.destination.email)
}

function accepted({ id: accountId }: Account, { destination }: Sent, id: string) {
  return { id, accountId, recipient: destination.email, at: Date.now() }
}
