import { randomInt } from 'node:crypto'
import { decodeTime, monotonicFactory } from 'ulid'
import type { Clock } from './clock.js'

/** Prefixes of ids, one for each kind of resource. */
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
  session: 'ses_',
  auditEntry: 'aud_',
} as const

/** A kind of resource with ids. */
export type IdKind = keyof typeof ID_PREFIXES

const BODY = /^[0-9a-hjkmnp-tv-z]{26}$/

/** Makes ids. Use one per process: its ids always ascend, whatever the clock does. */
export type NewId = (kind: IdKind) => string

/** Makes ids of a prefix and a 26-character lowercase ULID, which sorts by creation time. */
export function createIds(clock: Clock): NewId {
  const nextUlid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return (kind) => ID_PREFIXES[kind] + nextUlid(clock.now().getTime()).toLowerCase()
}

/** The time inside an id, which is the resource's `created_at`. */
export function idTime(id: string): Date {
  return new Date(decodeTime(id.slice(id.indexOf('_') + 1).toUpperCase()))
}

/** Whether a text has the shape of an id of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind]
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length))
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The lowest id of this kind that can be made at `at`: every earlier id sorts before it. Turns a range of time into a
 * range of ids.
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
