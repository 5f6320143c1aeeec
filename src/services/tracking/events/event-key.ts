import { createHash } from 'node:crypto'
import { mongo } from 'mongoose'
import { idTime } from '../../../ids.js'
import type { EventDoc } from '../../../models/event.js'

const KEY_BYTES = 16
/** The bytes of the time of the message, in ms since 1970. */
const TIME_BYTES = 6

/** What a repeat of an event has in common with it. */
export type EventIdentity = Pick<EventDoc, 'account_id' | 'message_id' | 'source' | 'provider_event_id'>

/**
 * The key by which the ledger knows a repeat of an event within its account: half a SHA-256, because nothing but equality
 * is asked of it, and the index of the whole ids would be the largest of all.
 *
 * Ids of the send pipeline are derived from the message. Their keys begin with its time, so that they are added to the
 * index next to each other, and not to a page each.
 */
export function eventKey({ message_id, source, provider_event_id }: Omit<EventIdentity, 'account_id'>): mongo.Binary {
  const key = createHash('sha256').update(provider_event_id).digest().subarray(0, KEY_BYTES)
  if (source === 'worker' || source === 'router') key.writeUIntBE(idTime(message_id).getTime(), 0, TIME_BYTES)
  return new mongo.Binary(key)
}

/** A filter for the row of an event. */
export const rowOfEvent = (event: EventIdentity) => ({ account_id: event.account_id, dedup_key: eventKey(event) })
