import { randomInt } from 'node:crypto'
import { decodeTime, monotonicFactory } from 'ulid'
import type { Clock } from './clock.js'

/** Prefixes of identifiers, one a resource. */
export const ID_PREFIXES = {
  account: 'acc_',
  apiKey: 'key_',
  message: 'msg_',
  event: 'evt_',
  webhook: 'wh_',
  delivery: 'whd_',
  deadLetter: 'dl_',
  outboxMail: 'out_',
  domain: 'dom_',
  template: 'tmpl_',
  templateVersion: 'tmplv_',
  spendCap: 'cap_',
  suppression: 'sup_',
  testRecipient: 'tr_',
  upload: 'upl_',
  callback: 'cb_',
  auditEntry: 'aud_',
} as const

/** A resource that has identifiers. */
export type IdKind = keyof typeof ID_PREFIXES

const BODY = /^[0-9a-hjkmnp-tv-z]{26}$/

/** Makes identifiers. One for a process: the ones it makes always ascend, whatever the clock does. */
export type NewId = (kind: IdKind) => string

/** An identifier is its kind's prefix and a 26-character lowercase ULID, which sorts by the time it was made. */
export function createIds(clock: Clock): NewId {
  const nextUlid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return (kind) => ID_PREFIXES[kind] + nextUlid(clock.now().getTime()).toLowerCase()
}

/** The moment inside an identifier, which is its resource's `created_at`. */
export function idTime(id: string): Date {
  return new Date(decodeTime(id.slice(id.indexOf('_') + 1).toUpperCase()))
}

/** Whether a text has the shape of an identifier of this kind. Anything else can only be unknown. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind]
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length))
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The lowest identifier of this kind that can be made at `at`: everything made earlier sorts before it.
 * Turns a range of time into a range of identifiers.
 */
export function idFloor(kind: IdKind, at: Date): string {
  let rest = Math.max(0, Math.min(at.getTime(), 2 ** 48 - 1))
  let time = ''
  for (let digit = 0; digit < 10; digit += 1) {
    time = CROCKFORD[rest % 32] + time
    rest = Math.floor(rest / 32)
  }
  return `${ID_PREFIXES[kind]}${time}${'0'.repeat(16)}`
}
