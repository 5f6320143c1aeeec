import { idTime, type NewId } from '../../ids.js'
import type { EventDoc, EventSource } from '../../models/event.js'
import type { MessageDoc } from '../../models/message.js'
import type { ProviderEvent } from '../callbacks/ses-events.js'

/** The row of an event that a provider told of, due for its fan-out. */
export function providerEventDoc(
  newId: NewId,
  message: Pick<MessageDoc, '_id' | 'account_id'>,
  source: EventSource,
  { type, providerEventId, payload, occurredAt }: Omit<ProviderEvent, 'isAfterSent'>,
): EventDoc {
  const id = newId('event')
  const recordedAt = idTime(id)
  return {
    _id: id,
    account_id: message.account_id,
    message_id: message._id,
    type,
    source,
    provider_event_id: providerEventId,
    payload,
    occurred_at: occurredAt,
    created_at: recordedAt,
    fanout_at: recordedAt,
    enqueued_at: recordedAt,
    crashes: 0,
  }
}
