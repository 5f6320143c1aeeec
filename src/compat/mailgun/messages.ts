import type { z } from 'zod'
import { SendRequest } from '../../contract/messages.js'
import { ApiError, type ErrorCode } from '../../errors.js'
import { keyOfHeader } from '../../http/idempotency-key.js'
import { mapInSlices } from '../../lib/concurrency/time-slices.js'
import { parseMailbox } from '../../lib/mail/addresses.js'
import { getDomain } from '../../operations/domains.js'
import { sendBatch, sendMessage } from '../../operations/messages.js'
import { parseInput } from '../../operations/runner.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { idempotencyKeyOf } from '../common/idempotency.js'
import { renameFields, renameInMessage } from '../common/rename-fields.js'
import { MAIL_NAMES, mimeOf, sendRequestsOf } from './mails.js'

type Input = z.input<typeof SendRequest>

/** Sending. */
export const messages: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/v3/:domain/messages',
    operation: sendMessage,
    isForm: true,
    names: MAIL_NAMES,
    answer: send,
  },
  {
    method: 'POST',
    path: '/v3/:domain/messages.mime',
    operation: sendMessage,
    isForm: true,
    names: MAIL_NAMES,
    answer: sendMime,
  },
]

async function send(call: CompatCall) {
  const { form, run, request } = call
  const items = await sendRequestsOf(await form(), idempotencyKeyOf(request), call)
  await assertOwn(call, items)
  const [id] = items.length === 1 ? [(await run(sendMessage, items[0])).id] : await sendAll(items, run)
  return { id: `<${id}>`, message: 'Queued. Thank you.' }
}

/** A mail in MIME, as over SMTP: `to` decides who gets it. */
async function sendMime(call: CompatCall) {
  const { raw, recipients, more, headers } = mimeOf(await call.form(), call)
  const { request, rfcMessageId } = await call.readMail({ raw, recipients })
  const mail = {
    ...request,
    ...more,
    payload: { ...request.payload, headers: { ...request.payload?.headers, ...headers } },
    metadata: { ...request.metadata, ...more.metadata },
    ...((request.tags ?? more.tags) && { tags: { ...request.tags, ...more.tags } }),
    ...given('idempotency_key', keyOfHeader(call.request)),
  }
  await assertOwn(call, [mail])
  const { id } = await call.run(sendMessage, mail, { submitted: { rfcMessageId } })
  return { id: `<${id}>`, message: 'Queued. Thank you.' }
}

/** The domain of the path is one of the account, or that of the sender, about which the send decides. */
async function assertOwn({ param, run }: CompatCall, [first]: readonly Input[]) {
  const domain = param('domain').toLowerCase()
  const sender = parseMailbox(first?.metadata?.from_email ?? '')?.email ?? ''
  if (sender.endsWith(`@${domain}`)) return
  await run(getDomain, { domain }).catch((error: unknown) => {
    // A key that only sends may not look at domains. The sender is checked in any case.
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error
  })
}

/**
 * A mail for each recipient. Nothing is sent unless all are well-formed. What rules of the service refuse afterwards
 * fails alone, and the error says which.
 */
async function sendAll(items: readonly Input[], run: CompatCall['run']) {
  await mapInSlices([...items.entries()], ([index, item]) => assertSound(item, index))
  const results = await run(sendBatch, { items })
  const failures = results.flatMap((result, index) => (result.success ? [] : [{ index, error: result.error }]))
  const [first] = failures
  if (!first) return results.flatMap((result) => (result.success ? [result.response.id] : []))
  const accepted = `${items.length - failures.length} of the ${items.length} mails were accepted. Repeat with the same Idempotency-Key to send only the others.`
  const named = failures
    .slice(0, MOST_NAMED)
    .map(({ index, error }) => `${items[index]!.destination.to?.[0]}: ${renameInMessage(error.message, MAIL_NAMES)}`)
  throw new ApiError(first.error.code as ErrorCode, `${named.join('; ')}. ${accepted}`, { status: first.error.status })
}

/** Most recipients that an error names. */
const MOST_NAMED = 20

function assertSound(item: unknown, index: number): void {
  try {
    parseInput(SendRequest, item)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    throw renameFields(failure, MAIL_NAMES).withPaths((path) => `to.${index}.${path}`)
  }
}
