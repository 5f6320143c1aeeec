import { isId } from '../../ids.js'
import { JsonReader } from '../../lib/json/json-reader.js'
import { isObject } from '../../lib/json/plain-objects.js'
import type { Notification } from '../callbacks/provider-callbacks.js'

/** The tag that holds the message id in every mail sent through SES. */
export const MESSAGE_TAG = 'message_id'

/** An SES notification in either form: feedback of an identity, which has no tags, or an event of a configuration set. */
export interface SesNotification extends Notification {
  /** The complete notification, as received. */
  content: Record<string, unknown>
}

/** The field with the details of each known type. */
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

/** A known type. */
export type SesType = keyof typeof PART_OF

/** Types whose details may be missing. */
const CAN_BE_BARE: readonly SesType[] = ['Send', 'Reject', 'Rendering Failure', 'Subscription']

const MAX_NAME_CHARS = 100
const MAX_ID_CHARS = 255
const LIMITS = { maxTokens: 200_000, maxDepth: 32 }

/** Parses a notification; null if the text is not one, or lacks the details of its type. */
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

/** The details of a notification of a known type. */
export function partOf(type: SesType, content: Record<string, unknown>): Record<string, unknown> {
  return asObject(content[PART_OF[type]])
}

/** The value if it is an object, otherwise an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function asId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_CHARS ? value : null
}

/** SES sends tag values as a list. */
function taggedId(tags: unknown): string | null {
  const value = asObject(tags)[MESSAGE_TAG]
  const id = Array.isArray(value) ? value[0] : value
  return typeof id === 'string' && isId('message', id) ? id : null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const reader = new JsonReader(LIMITS)
    reader.push(Buffer.from(text))
    const value = reader.end()
    return isObject(value) && canBeStored(value) ? value : null
  } catch {
    return null
  }
}

/** Whether all keys can be stored in MongoDB and have no special meaning in a library. */
function canBeStored(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => !key.includes('\0') && key !== '_bsontype' && canBeStored(part))
}
