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
  approval: 'apr_',
  inboundEmail: 'inb_',
  inboundRoute: 'route_',
  inbox: 'inbox_',
  thread: 'thr_',
  label: 'lbl_',
  note: 'note_',
  savedReply: 'reply_',
  blockedSender: 'blk_',
  mailDraft: 'drf_',
  mailUndo: 'undo_',
  contact: 'ct_',
  contactList: 'cl_',
  listMember: 'clm_',
  contactImport: 'imp_',
  broadcast: 'bc_',
  dmarcReport: 'dmr_',
  tlsReport: 'tlr_',
} as const

/** A kind of resource with ids. */
export type IdKind = keyof typeof ID_PREFIXES

const BODY = /^[0-9a-hjkmnp-tv-z]{26}$/
const BODY_LENGTH = 26

/** Makes ids. Use one per process: its ids always ascend, whatever the clock does. */
export type NewId = (kind: IdKind) => string

/** Makes ids of a prefix and a 26-character lowercase ULID, which sorts by creation time. */
export function createIds(clock: Clock): NewId {
  const nextUlid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32)
  return (kind) => ID_PREFIXES[kind] + nextUlid(clock.now().getTime()).toLowerCase()
}

/** The time inside an id, which is the resource's `created_at`. Also of one with two prefixes, such as `evt_inb_…`. */
export function idTime(id: string): Date {
  return new Date(decodeTime(id.slice(-BODY_LENGTH).toUpperCase()))
}

/** Whether a text has the shape of an id of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind]
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length))
}

/** Whether a text begins with what has the shape of an id of this kind. */
export const beginsWithId = (kind: IdKind, text: string): boolean =>
  isId(kind, text.slice(0, ID_PREFIXES[kind].length + BODY_LENGTH))

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10

/** A time as the ten digits that begin the body of an id: they sort by time. */
export function timeDigits(at: Date): string {
  let rest = Math.max(0, Math.min(at.getTime(), 2 ** 48 - 1))
  let digits = ''
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    digits = CROCKFORD[rest % 32] + digits
    rest = Math.floor(rest / 32)
  }
  return digits
}

/**
 * The lowest id of this kind that can be made at `at`: every earlier id sorts before it. Turns a range of time into a
 * range of ids.
 */
export function idFloor(kind: IdKind, at: Date): string {
  return ID_PREFIXES[kind] + timeDigits(at) + '0'.repeat(BODY_LENGTH - TIME_DIGITS)
}
