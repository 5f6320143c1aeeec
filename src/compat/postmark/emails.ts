import { z } from 'zod'
import type { SendRequest, SendResponse } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { sendBatch, sendMessage } from '../../operations/messages.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { idempotencyKeyOf, keyOfItem } from '../common/idempotency.js'
import { orRefusal } from '../common/outcomes.js'
import { renameFields, renameInMessage } from '../common/rename-fields.js'
import { problemOf } from './errors.js'
import { MAIL_NAMES, Mail, sendRequestOf, TemplatedMail, templatedRequestOf } from './mails.js'

/** Each mail of a batch is read on its own, so that a wrong one fails alone. */
const Batch = z.array(z.unknown(), 'must be an array of mails').min(1, 'must have at least 1 mail')
const TemplatedBatch = z.strictObject({ Messages: Batch })

/** What the answer repeats of a mail. */
type Recipients = Pick<z.output<typeof Mail>, 'To' | 'Cc' | 'Bcc'>
type Item = { recipients: Recipients; request: z.input<typeof SendRequest> }
/** Reads a mail of a batch. */
type ReadItem = (mail: unknown, key: string) => Item

/** Sending, with and without templates. */
export const emails: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/email',
    operation: sendMessage,
    names: MAIL_NAMES,
    answer: (call) => answerOne(call, readMail(call)),
  },
  {
    method: 'POST',
    path: '/email/withTemplate',
    operation: sendMessage,
    names: MAIL_NAMES,
    answer: (call) => answerOne(call, readTemplated(call)),
  },
  {
    method: 'POST',
    path: '/email/batch',
    operation: sendBatch,
    answer: (call) => answerBatch(call, call.body(Batch), readMail(call)),
  },
  {
    method: 'POST',
    path: '/email/batchWithTemplates',
    operation: sendBatch,
    answer: (call) => answerBatch(call, call.body(TemplatedBatch).Messages, readTemplated(call)),
  },
]

const readMail =
  ({ read, ignore }: CompatCall): ReadItem =>
  (given, key) => {
    const recipients = read(Mail, given)
    return { recipients, request: sendRequestOf(recipients, key, ignore) }
  }

const readTemplated =
  ({ read, ignore }: CompatCall): ReadItem =>
  (given, key) => {
    const recipients = read(TemplatedMail, given)
    return { recipients, request: templatedRequestOf(recipients, key, ignore) }
  }

async function answerOne({ request: { body }, request, run }: CompatCall, readItem: ReadItem) {
  const { recipients, request: send } = readItem(body, idempotencyKeyOf(request))
  return accepted(recipients, await run(sendMessage, send))
}

/** A result for each mail, in their order. */
async function answerBatch({ request, run }: CompatCall, mails: readonly unknown[], readItem: ReadItem) {
  const key = idempotencyKeyOf(request)
  const items = mails.map((mail, index) => readOrFail(() => readItem(mail, keyOfItem(key, index))))
  const sound = items.flatMap((item) => (item instanceof ApiError ? [] : [item.request]))
  const results = sound.length === 0 ? [] : await run(sendBatch, { items: sound })
  const outcomes = results.values()
  return items.map((item) => {
    if (item instanceof ApiError) return problemOf(item.toBody(), '/email')
    const result = outcomes.next().value!
    if (result.success) return accepted(item.recipients, result.response)
    const message = renameInMessage(result.error.message, MAIL_NAMES)
    return problemOf({ ...result.error, code: result.error.code as never, message }, '/email')
  })
}

function readOrFail(readItem: () => Item): Item | ApiError {
  const item = orRefusal(readItem)
  return item instanceof ApiError ? renameFields(item, MAIL_NAMES) : item
}

const accepted = ({ To, Cc, Bcc }: Recipients, { id, created_at }: SendResponse) => ({
  ...(To && { To }),
  ...(Cc && { Cc }),
  ...(Bcc && { Bcc }),
  SubmittedAt: created_at,
  MessageID: id,
  ErrorCode: 0,
  Message: 'OK',
})
