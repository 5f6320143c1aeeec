import type { z } from 'zod'
import { SendRequest } from '../../contract/messages.js'
import { ApiError, type ErrorCode } from '../../errors.js'
import { mapInSlices } from '../../lib/concurrency/time-slices.js'
import { sendBatch, sendMessage } from '../../operations/messages.js'
import { parseInput } from '../../operations/runner.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { detailsOf } from '../common/details-of.js'
import { idempotencyKeyOf } from '../common/idempotency.js'
import { assertBounded } from '../common/several-mails.js'
import { nameOf } from './mail-names.js'
import { Mail } from './mail-schema.js'
import { toSendRequests } from './to-send-requests.js'

export const mail: readonly CompatRoute[] = [
  { method: 'POST', path: '/v3/mail/send', operation: sendMessage, status: 202, answer: answerSend },
]

async function answerSend({ body, run, request, ignore, setHeader }: CompatCall): Promise<null> {
  const mail = body(Mail)
  const { personalizations, ...shared } = mail
  assertBounded(shared, personalizations.length, 'personalizations')
  const items = toSendRequests(mail, idempotencyKeyOf(request), ignore)
  const [first = ''] =
    items.length === 1
      ? [await named(mail, 0, async () => (await run(sendMessage, items[0])).id)]
      : await sendAll(mail, items, run)
  setHeader('X-Message-Id', first)
  return null
}

/**
 * Sends nothing unless all mails are well-formed. What rules of the service refuse afterwards fails alone, and the error
 * says which.
 * @returns the ids of the messages.
 */
async function sendAll(mail: Mail, items: readonly z.input<typeof SendRequest>[], run: CompatCall['run']) {
  await mapInSlices([...items.entries()], ([index, item]) =>
    named(mail, index, async () => parseInput(SendRequest, item)),
  )
  const results = await run(sendBatch, { items })
  const failures = results.flatMap((result, index) => (result.success ? [] : [{ index, error: result.error }]))
  const [first] = failures
  if (!first) return results.flatMap((result) => (result.success ? [result.response.id] : []))
  const details = failures.flatMap(({ index, error }) => detailsNamed(error, mail, index))
  const accepted = `${items.length - failures.length} of the ${items.length} mails were accepted: send only the others again, or repeat the request with the same Idempotency-Key.`
  details.push({ path: '', message: accepted })
  throw new ApiError(first.error.code as ErrorCode, accepted, { details, status: first.error.status })
}

/** Names fields in errors as SendGrid does. */
async function named<T>(mail: Mail, index: number, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status, retryAfterSeconds } = error
    throw new ApiError(code, message, { status, retryAfterSeconds, details: detailsNamed(error, mail, index) })
  }
}

/** What is said of no field concerns a personalization, if there are several. */
function detailsNamed(error: Parameters<typeof detailsOf>[0], mail: Mail, index: number) {
  const isAlone = mail.personalizations.length === 1
  return detailsOf(error).map(({ path, message }) => ({
    path: path === '' && isAlone ? '' : nameOf(path, mail, index),
    message,
  }))
}
