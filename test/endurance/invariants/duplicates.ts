import { readFile } from 'node:fs/promises'
import { type Book, receiptsById } from '../book.js'
import type { PastFault } from '../faults/inject.js'
import { AHEAD_MS } from '../fleet.js'
import type { Receipt } from '../sinks/provider.js'

/** Longest time from the arrival of a mail at the provider until its worker has recorded that, in ms. */
const RECORDED_WITHIN_MS = 8_000

/** What was broken so long before or after a mail came is told with it, in ms. */
const AROUND_MS = 60_000

/** Why a mail came again, and how often that happened. */
export type Causes = Record<string, number>

/** What a worker's log says of mails that may have left twice, by the id of the message. */
export async function notedReasons(logFiles: string[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const file of logFiles) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const isLate = line.includes('recorded when its claim had ended')
      const isUnrecorded = line.includes('was handed over and could not be recorded')
      if (!isLate && !isUnrecorded && !line.includes('"msg":"deferred"')) continue
      const { messageId, error, lateMs } = JSON.parse(line) as { messageId: string; error?: string; lateMs: number }
      if (isLate) {
        // A worker whose clock is ahead takes a claim for ended so much earlier.
        if (lateMs > -AHEAD_MS) reasons.set(messageId, 'it was recorded after its claim had ended')
      } else if (isUnrecorded) {
        reasons.set(messageId, 'the ledger did not record it')
      } else if (error === 'timed out' || error?.startsWith('mail server: ')) {
        reasons.set(messageId, 'its worker got no answer in time')
      }
    }
  }
  return reasons
}

/**
 * Explains every mail that came more than once. What came before the last copy was not recorded, and that must have a
 * reason: the provider did not confirm it, or at that moment its worker, the worker's network or the ledger was disturbed, or
 * its worker has noted one.
 */
export function explainDuplicates(
  receipts: readonly Receipt[],
  faults: readonly PastFault[],
  noted: ReadonlyMap<string, string>,
): { causes: Causes; problems: string[] } {
  const causes: Causes = {}
  const problems: string[] = []
  for (const [messageId, copies] of receiptsById(receipts)) {
    for (const [index, copy] of copies.slice(0, -1).entries()) {
      const cause = causeOf(copy, copies[index + 1]!.at, faults) ?? noted.get(messageId)
      if (cause) causes[cause] = (causes[cause] ?? 0) + 1
      else problems.push(`${messageId} came again after ${timeOf(copy.at)}, without a reason: ${told(copies, faults)}`)
    }
  }
  return { causes, problems }
}

/** When the copies came, and what was broken around that time. */
function told(copies: readonly Receipt[], faults: readonly PastFault[]): string {
  const [first, last] = [copies[0]!.at - AROUND_MS, copies.at(-1)!.at + AROUND_MS]
  const near = faults.filter(({ startedAt, endedAt }) => endedAt > first && startedAt < last)
  return [
    ...copies.map(({ worker, at, wasConfirmed }) => `${worker} ${timeOf(at)}${wasConfirmed ? '' : ' unconfirmed'}`),
    ...near.map(
      (fault) => `${nameOf(fault)} ${fault.machine ?? ''} ${timeOf(fault.startedAt)}–${timeOf(fault.endedAt)}`,
    ),
  ].join(', ')
}

const timeOf = (at: number) => new Date(at).toISOString()

function causeOf({ wasConfirmed, at, worker }: Receipt, nextAt: number, faults: readonly PastFault[]): string | null {
  if (!wasConfirmed) return 'the provider did not confirm it'
  // Losing Redis repeats no hand-over: it only holds hints.
  const fault = faults.find(({ name, machine, way, startedAt, endedAt }) => {
    // On a slow machine the ledger can take longer. A worker that is alive then says so in its log; one that is killed cannot.
    const withinMs = name === 'process-killed' ? Math.max(RECORDED_WITHIN_MS, nextAt - at) : RECORDED_WITHIN_MS
    const isAround = at > startedAt - withinMs && at < endedAt + RECORDED_WITHIN_MS
    const isItsWorker = machine === worker && (way === undefined || way === 'mongo' || way === 'provider')
    return !name.startsWith('valkey') && isAround && (machine === undefined || isItsWorker)
  })
  return fault ? nameOf(fault) : null
}

function nameOf({ name, way }: PastFault): string {
  return way ? `${name} (${way})` : name
}

/** Live mail that was accepted, with how often the provider has it: once, but for what has a reason. */
export function receiptProblems(
  { mails, refusedRecipients }: Book,
  receipts: readonly Receipt[],
  outcomes: ReadonlyMap<string, string>,
): string[] {
  const byId = receiptsById(receipts)
  const reached = new Set(receipts.flatMap(({ recipients }) => recipients))
  return [
    ...mails.flatMap(({ id, isLive, cancellation, kind }) => {
      const copies = byId.get(id)?.length ?? 0
      const outcome = outcomes.get(id) ?? 'missing'
      if (cancellation === 'confirmed' && copies > 0) return [`${id} was canceled, and left all the same`]
      if (!isLive && copies > 0) return [`${id} of a test key was handed to the provider`]
      if (outcome === 'canceled' ? !cancellation : cancellation === 'confirmed')
        return [`${id} (${kind}) is ${outcome}`]
      if (isLive && outcome === 'sent' && copies === 0)
        return [`${id} (${kind}) is sent, and the provider has not got it`]
      return []
    }),
    ...refusedRecipients.filter((email) => reached.has(email)).map((email) => `mail to ${email} was refused, and left`),
  ]
}
