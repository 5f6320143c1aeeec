import { z } from 'zod'
import { type Message, type MessageSummary, SendRequest } from '../../contract/messages.js'
import { ApiError, type ErrorCode } from '../../errors.js'
import { getMessageContent } from '../../operations/message-content.js'
import { cancelMessage, getMessage, listMessages, sendBatch, sendMessage } from '../../operations/messages.js'
import { parseInput } from '../../operations/runner.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { idempotencyKeyOf, keyOfItem } from '../common/idempotency.js'
import { ifFound, orRefusal } from '../common/outcomes.js'
import { renameFields, renameInMessage } from '../common/rename-fields.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'
import { MAIL_NAMES, Mail, toSendRequest } from './mails.js'

/** Each mail is read on its own, so that a wrong one can fail alone. */
const Batch = z.array(z.unknown(), 'must be an array of mails').min(1, 'must have at least 1 mail')

/** Mail as the SDK sends, reads and cancels it. */
export const emails: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/emails',
    operation: sendMessage,
    names: MAIL_NAMES,
    answer: async ({ body, run, request }) => {
      const { id } = await run(sendMessage, toSendRequest(body(Mail), idempotencyKeyOf(request)))
      return { id }
    },
  },
  { method: 'POST', path: '/emails/batch', operation: sendBatch, answer: answerBatch },
  {
    method: 'GET',
    path: '/emails',
    operation: listMessages,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { messages, next_cursor } = await run(listMessages, pageOf(query(ListQuery), 'message'))
      return listOf(messages.map(present), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/emails/:id',
    // Its content is in the answer, too.
    operation: getMessageContent,
    answer: async ({ param, run }) => {
      const message = await run(getMessage, { id: param('id') })
      return { object: 'email', ...present(message), ...(await contentOf(run, message.id)) }
    },
  },
  {
    method: 'POST',
    path: '/emails/:id/cancel',
    operation: cancelMessage,
    answer: async ({ param, run }) => {
      const { id } = await run(cancelMessage, { id: param('id') })
      return { object: 'email', id }
    },
  },
]

/**
 * Sends a batch. In Resend's strict mode, the default, nothing is sent unless all mails are well-formed. What rules of
 * the service refuse afterwards fails alone, and the error says which mails were accepted.
 */
async function answerBatch({ body, read, run, request }: CompatCall) {
  const mails = body(Batch)
  const key = idempotencyKeyOf(request)
  const isStrict = request.headers['x-batch-validation'] !== 'permissive'
  const items = mails.map((mail, index) => {
    const item = orRefusal(() => toSendRequest(read(Mail, mail), keyOfItem(key, index)))
    if (!isStrict) return item
    if (item instanceof ApiError) throw item.withPaths((path) => `${index}.${path}`)
    assertSound(item, index)
    return item
  })
  const sound = items.flatMap((item) => (item instanceof ApiError ? [] : [item]))
  const results = sound.length === 0 ? [] : await run(sendBatch, { items: sound })
  const left = results.values()
  const outcomes = items.map((item) => (item instanceof ApiError ? failureOf(item) : left.next().value!))
  const data = outcomes.flatMap((result) => (result.success ? [{ id: result.response.id }] : []))
  const errors = outcomes.flatMap((result, index) =>
    result.success ? [] : [{ index, error: result.error, message: renameInMessage(result.error.message, MAIL_NAMES) }],
  )
  const [first] = errors
  if (first && isStrict) {
    const accepted = `${data.length} of the ${items.length} mails were accepted. Repeat with the same Idempotency-Key to send only the others.`
    const named = errors.map(({ index, message }) => `${index}: ${message}`).join('; ')
    throw new ApiError(first.error.code as ErrorCode, `${named}. ${accepted}`, { status: first.error.status })
  }
  return { data, ...(first && { errors: errors.map(({ index, message }) => ({ index, message })) }) }
}

/** A refusal in the shape in which the operation returns it. */
function failureOf(error: ApiError) {
  const { code, message, details } = error.toBody()
  const [first] = details ?? []
  const path = first?.path ? `${first.path}: ` : ''
  return {
    success: false as const,
    error: { code, message: first ? path + first.message : message, status: error.status },
  }
}

function assertSound(item: unknown, index: number): void {
  try {
    parseInput(SendRequest, item)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    throw renameFields(failure, MAIL_NAMES).withPaths((path) => `${index}.${path}`)
  }
}

/** What the list and the single mail have. */
const present = ({ id, from, to, cc, subject, status, tags, scheduled_at, created_at }: MessageSummary | Message) => ({
  id,
  from,
  to,
  cc,
  bcc: [] as string[],
  reply_to: [] as string[],
  subject,
  last_event: status,
  tags: Object.entries(tags ?? {}).map(([name, value]) => ({ name, value })),
  scheduled_at,
  created_at,
})

/** The content, which may be deleted. */
async function contentOf(run: CompatCall['run'], id: string) {
  const content = await ifFound(run(getMessageContent, { id }))
  if (!content) return { html: null, text: null }
  const { bcc, reply_to, body_html, body_text } = content
  return { bcc, reply_to, html: body_html, text: body_text }
}
