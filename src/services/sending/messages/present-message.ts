import type { TimelineEvent } from '../../../contract/events.js'
import type { Message, MessageSummary, SendResponse } from '../../../contract/messages.js'
import { idTime } from '../../../ids.js'
import { formatMailbox } from '../../../lib/mail/addresses.js'
import type { EventDoc } from '../../../models/event.js'
import { type ContentSummary, type MessageDoc, statusAfter, statusRank } from '../../../models/message.js'
import { isoTime } from '../../platform/timestamps.js'

/** A message without its timeline. */
export type MessageDetails = Omit<Message, 'events'>

type Accepted = Pick<MessageDoc, '_id' | 'accepted_status' | 'channel' | 'idempotency_key'>

/** The response at acceptance. Repeated requests get it again, whatever has happened since. */
export function presentAccepted(message: Accepted): SendResponse {
  return {
    id: message._id,
    // A suppressed message is answered with an error instead.
    status: message.accepted_status as SendResponse['status'],
    channel: message.channel,
    idempotency_key: message.idempotency_key,
    created_at: isoTime(idTime(message._id)),
  }
}

/** The fields of a row that lists show. */
export type SummaryRow = Pick<
  MessageDoc,
  '_id' | 'channel' | 'status' | 'message_type' | 'tags' | 'scheduled_at' | 'test_mode' | 'content_summary'
> & { content?: ContentSummary | null }

/** The fields of a row that its details show. */
export type DetailsRow = SummaryRow &
  Pick<MessageDoc, 'idempotency_key' | 'provider_message_id' | 'updated_at' | 'status_rank'>

/** What to read for a {@link SummaryRow}. Content apart from what lists show is not read: bodies and files are large. */
export const SUMMARY_FIELDS = {
  ...{ channel: 1, status: 1, message_type: 1, tags: 1, scheduled_at: 1, test_mode: 1, content_summary: 1 },
  ...{ 'content.from': 1, 'content.to': 1, 'content.cc': 1, 'content.subject': 1 },
}

/** What to read for a {@link DetailsRow}. */
export const DETAILS_FIELDS = {
  ...SUMMARY_FIELDS,
  idempotency_key: 1,
  provider_message_id: 1,
  updated_at: 1,
  status_rank: 1,
}

export function presentSummary(message: SummaryRow): MessageSummary {
  const content = message.content ?? message.content_summary
  return {
    id: message._id,
    channel: message.channel,
    status: message.status,
    message_type: message.message_type,
    from: content ? formatMailbox(content.from) : null,
    to: content?.to.map(({ email }) => email) ?? [],
    cc: content?.cc.map(({ email }) => email) ?? [],
    subject: content?.subject ?? null,
    tags: message.tags,
    scheduled_at: message.scheduled_at && isoTime(message.scheduled_at),
    test_mode: message.test_mode,
    created_at: isoTime(idTime(message._id)),
  }
}

export function presentDetails(message: DetailsRow): MessageDetails {
  return {
    ...presentSummary(message),
    idempotency_key: message.idempotency_key,
    provider_message_id: message.provider_message_id,
    updated_at: isoTime(message.updated_at),
  }
}

/**
 * A message with its timeline. Events are written before the message row is updated, so if they are newer, they decide
 * the status.
 * @param events of the message, oldest first.
 */
export function presentMessage(message: DetailsRow, events: EventDoc[]): Message {
  const newest = events.at(-1)
  const isAhead = newest !== undefined && statusRank(newest) > message.status_rank
  const row = isAhead ? { ...message, ...follow(newest, events), updated_at: newest.created_at } : message
  return { ...presentDetails(row), events: events.map(presentEvent) }
}

function follow(newest: EventDoc, events: EventDoc[]): Pick<MessageDoc, 'status' | 'provider_message_id'> {
  const sent = events.find(({ type }) => type === 'sent')
  return {
    status: statusAfter(newest.type),
    provider_message_id: (sent?.payload.provider_message_id as string | undefined) ?? null,
  }
}

export function presentEvent(event: EventDoc): TimelineEvent {
  return {
    id: event._id,
    type: event.type,
    message_id: event.message_id,
    account_id: event.account_id,
    source: event.source,
    provider_event_id: event.provider_event_id,
    payload: event.payload,
    occurred_at: isoTime(event.occurred_at),
    created_at: isoTime(event.created_at),
  }
}
