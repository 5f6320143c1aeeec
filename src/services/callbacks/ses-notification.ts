import { isId } from '../../ids.js'
import { isNestedDeeper } from '../../lib/nesting.js'

/** Name of the tag by which every mail that is handed to SES names its message. */
export const MESSAGE_TAG = 'message_id'

/** What SES tells of a mail, in either of its two forms: feedback of an identity, or events of a configuration set. */
export interface SesNotification {
  /** As SES names it, such as `Bounce` or `Rendering Failure`. */
  type: string
  /** SES's id of the mail; null when it names none, which only kinds that we do not know may. */
  providerMessageId: string | null
  /** The message that its tag names. Feedback of an identity carries no tags. */
  taggedMessageId: string | null
  /** All of it, as it came. */
  content: Record<string, unknown>
}

/** Where the kinds that we know keep what they tell. */
const PART_OF = {
  Send: 'send',
  Delivery: 'delivery',
  Bounce: 'bounce',
  Complaint: 'complaint',
  Reject: 'reject',
  'Rendering Failure': 'failure',
  Open: 'open',
  Click: 'click',
  DeliveryDelay: 'deliveryDelay',
  Subscription: 'subscription',
} as const

/** A kind of notification that we know. */
export type SesType = keyof typeof PART_OF

/** Kinds that mean the same whatever they tell beside. */
const CAN_BE_BARE: readonly SesType[] = ['Send', 'Reject', 'Rendering Failure', 'Subscription']

const MAX_NAME_CHARS = 100
const MAX_ID_CHARS = 255
const MAX_LEVELS = 32

/** Reads the text of a notification; null when it is none, or one of a kind that we know without what makes it up. */
export function readSesNotification(text: string): SesNotification | null {
  const content = parseObject(text)
  if (!content) return null
  const type = content.notificationType ?? content.eventType
  if (typeof type !== 'string' || type === '' || type.length > MAX_NAME_CHARS) return null
  const mail = asObject(content.mail)
  const providerMessageId = asId(mail.messageId)
  if (isSesType(type)) {
    if (providerMessageId === null) return null
    const part = content[PART_OF[type]]
    if (part === undefined ? !CAN_BE_BARE.includes(type) : !isObject(part)) return null
  }
  return { type, providerMessageId, taggedMessageId: taggedId(mail.tags), content }
}

export function isSesType(type: string): type is SesType {
  return Object.hasOwn(PART_OF, type)
}

/** What a notification of a known kind tells beside the mail. */
export function partOf(type: SesType, content: Record<string, unknown>): Record<string, unknown> {
  return asObject(content[PART_OF[type]])
}

/** The value as an object; an empty one when it is none. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_CHARS ? value : null
}

/** SES gives the values of a tag as a list. */
function taggedId(tags: unknown): string | null {
  const value = asObject(tags)[MESSAGE_TAG]
  const id = Array.isArray(value) ? value[0] : value
  return typeof id === 'string' && isId('message', id) ? id : null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && !isNestedDeeper(value, MAX_LEVELS) && canBeStored(value) ? value : null
  } catch {
    return null
  }
}

/** Whether no key in it is one that the ledger cannot hold, or that means something to a library on the way. */
function canBeStored(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([key, part]) => !key.includes('\0') && key !== '_bsontype' && key !== '__proto__' && canBeStored(part),
  )
}
