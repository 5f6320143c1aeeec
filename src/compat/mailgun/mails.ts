import { z } from 'zod'
import { MAX_BATCH_ITEMS, type SendRequest } from '../../contract/messages.js'
import { ApiError, fieldError } from '../../errors.js'
import type { Form, FormFile } from '../../http/multipart.js'
import { mapInSlices } from '../../lib/concurrency/time-slices.js'
import { isPlain } from '../../lib/json/plain-objects.js'
import { parseMailbox } from '../../lib/mail/addresses.js'
import { splitAddressList } from '../common/address-list.js'
import type { CompatCall } from '../common/api.js'
import { given } from '../common/given.js'
import { keyOfItem } from '../common/idempotency.js'
import { tagsOfLabels } from '../common/labels.js'
import { ANY_BYTES, mediaTypeOfName } from '../common/media-types.js'
import { notSupported } from '../common/not-supported.js'
import { assertBounded, assertShort } from '../common/several-mails.js'
import { fieldsOf, prefixed, withoutPrefixed } from './form-fields.js'
import { flagOf, jsonObjectOf, timeOf } from './form-values.js'
import { FilledText } from './recipient-variables.js'

const text = () => z.string().optional()
const several = () => z.union([z.string(), z.array(z.string())]).optional()

/** Fields without a counterpart that change the mail or when it is sent, and what to use instead. */
const REFUSED = {
  'amp-html': 'Send html alone.',
  't:version': 'The newest version of a template is sent.',
  'o:testmode': 'Use a test key: nothing is sent, and there is a timeline.',
  'o:deliverytime-optimize-period': 'Set o:deliverytime.',
  'o:time-zone-localize': 'Set o:deliverytime.',
  'o:archive-to': 'Use bcc.',
  'o:require-tls': 'TLS is used wherever a server offers it.',
} as const
/** Fields that say how it is to be done here anyway, or that nothing depends on. */
const WITHOUT_EFFECT = [
  ...['t:text', 'o:dkim', 'o:secondary-dkim', 'o:secondary-dkim-public', 'o:skip-verification'],
  ...['o:sending-ip', 'o:sending-ip-pool', 'o:tracking-pixel-location-top', 'o:suppress-headers'],
] as const

const optional = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, several()])) as Record<Name, ReturnType<typeof several>>

/** How a mail is to be sent, whatever it is made of. */
const Options = z.strictObject({
  to: z.union([z.string(), z.array(z.string())], 'is required'),
  'o:tag': several(),
  'o:deliverytime': text(),
  'o:tracking': text(),
  'o:tracking-clicks': text(),
  'o:tracking-opens': text(),
  ...optional(Object.keys(REFUSED) as (keyof typeof REFUSED)[]),
  ...optional(WITHOUT_EFFECT),
})
type Options = z.output<typeof Options>

/** What is put into a mail, which one in MIME is not made for. */
const NOT_IN_MIME = ['template', 't:variables', 'recipient-variables'] as const
const MimeOptions = Options.extend(optional(NOT_IN_MIME))

/** A mail as Mailgun takes it: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages. */
const Mail = Options.extend({
  from: z.string('is required'),
  cc: several(),
  bcc: several(),
  subject: text(),
  text: text(),
  html: text(),
  template: text(),
  't:variables': text(),
  'recipient-variables': text(),
})
type Mail = z.output<typeof Mail>

/** Where Mailgun has the fields of a send request. */
export const MAIL_NAMES = [
  ['metadata.from_email', 'from'],
  ['metadata', 'v:'],
  ['destination.to', 'to'],
  ['destination.cc', 'cc'],
  ['destination.bcc', 'bcc'],
  ['destination', 'to'],
  ['payload.body_html', 'html'],
  ['payload.body_text', 'text'],
  ['payload.subject', 'subject'],
  ['payload.reply_to', 'h:Reply-To'],
  ['payload.headers', 'h'],
  ['payload.attachments', 'attachment'],
  ['payload', 'html'],
  ['tags', 'o:tag'],
  ['scheduled_at', 'o:deliverytime'],
  ['template_id', 'template'],
  ['template_vars', 't:variables'],
  ['idempotency_key', 'Idempotency-Key'],
] as const

type Input = z.input<typeof SendRequest>

/**
 * The mails of a form: one, or one for each recipient if there are variables of recipients.
 * @throws ApiError 501 for what has no counterpart.
 */
export async function sendRequestsOf(
  form: Form,
  key: string,
  { read, ignore }: Pick<CompatCall, 'read' | 'ignore'>,
): Promise<Input[]> {
  const mail = read(Mail, fieldsOf(withoutPrefixed(form, ['h:', 'v:'])))
  assertPossible(mail, ignore)
  const request = requestOf(mail, form, key)
  const variables = jsonObjectOf('recipient-variables', mail['recipient-variables'])
  if (!variables) return [request]
  assertFillable(mail, form)
  return eachOf(request, mail, variables, key)
}

/**
 * The mail in MIME of a form, whom it is for, and what the form says about its send.
 * @throws ApiError 501 for what has no counterpart.
 */
export function mimeOf(form: Form, { read, ignore }: Pick<CompatCall, 'read' | 'ignore'>) {
  const isMime = ([name]: readonly [string, string]) => name === 'message'
  const fields = form.fields.filter((field) => !isMime(field))
  const options = read(MimeOptions, fieldsOf(withoutPrefixed({ fields }, ['h:', 'v:'])))
  for (const name of NOT_IN_MIME) {
    if (options[name] !== undefined) throw notSupported(name, 'The mail in MIME is sent as it is.')
  }
  assertPossible(options, ignore)
  const file = form.files.find(({ name }) => name === 'message')
  const field = form.fields.find(isMime)
  const raw = file?.bytes ?? (field && Buffer.from(field[1]))
  if (!raw) throw fieldError('invalid_request', 'message', 'is required: the mail in MIME')
  const other = form.files.find((each) => each !== file)
  if (other) throw notSupported(other.name, 'Put it into the mail.')
  const recipients = addressesOf(options.to).map((to) => parseMailbox(to)?.email ?? to)
  return { raw, recipients, more: optionsOf(options, form), headers: prefixed(form, 'h:') }
}

function assertPossible(options: Options, ignore: CompatCall['ignore']): void {
  for (const [name, instead] of Object.entries(REFUSED)) {
    const value = options[name as keyof typeof REFUSED]
    if (value !== undefined && !['no', 'false', 'False'].includes(String(value))) throw notSupported(name, instead)
  }
  for (const name of WITHOUT_EFFECT) if (options[name] !== undefined) ignore(name)
}

function requestOf(mail: Mail, form: Form, key: string): Input {
  const { 'Reply-To': replyTo, ...headers } = prefixed(form, 'h:')
  const { metadata, ...options } = optionsOf(mail, form)
  return {
    channel: 'email',
    idempotency_key: key,
    destination: {
      to: addressesOf(mail.to),
      ...given('cc', mail.cc && addressesOf(mail.cc)),
      ...given('bcc', mail.bcc && addressesOf(mail.bcc)),
    },
    payload: {
      ...given('subject', mail.subject),
      ...given('body_html', mail.html),
      ...given('body_text', mail.text),
      ...given('reply_to', replyTo && splitAddressList(replyTo)),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(form.files.length > 0 && { attachments: form.files.map(attachmentOf) }),
    },
    metadata: { ...metadata, from_email: mail.from },
    ...options,
    ...given('template_id', mail.template?.toLowerCase()),
    ...given('template_vars', jsonObjectOf('t:variables', mail['t:variables'])),
  }
}

function metadataOf(form: Form): Record<string, string> {
  const metadata = prefixed(form, 'v:')
  if (!Object.hasOwn(metadata, 'from_email')) return metadata
  throw fieldError('invalid_request', 'v:from_email', 'is the sender here: use another name')
}

function optionsOf(options: Options, form: Form) {
  const tags = listOf(options['o:tag'])
  return {
    metadata: metadataOf(form),
    ...(tags.length > 0 && { tags: tagsOfLabels(tags) }),
    ...given('tracking', trackingOf(options)),
    ...given('scheduled_at', timeOf(options['o:deliverytime'])),
  }
}

/** @throws ApiError 501 for variables of recipients in a place where they would stay as they are. */
function assertFillable(mail: Mail, form: Form): void {
  if (mail.cc || mail.bcc)
    throw notSupported('recipient-variables', 'Leave out cc and bcc: each recipient gets a mail.')
  const others = form.fields.filter(
    ([name]) => name === 't:variables' || name.startsWith('h:') || name.startsWith('v:'),
  )
  const found = others.find(([, value]) => value.includes('%recipient.'))
  if (found) throw notSupported(found[0], 'Variables of recipients are put into subject, html and text.')
}

/** A mail for each recipient, with its variables in the place of `%recipient.name%`. */
async function eachOf(request: Input, mail: Mail, variables: Record<string, unknown>, key: string): Promise<Input[]> {
  const byAddress = new Map(Object.entries(variables).map(([address, values]) => [address.toLowerCase(), values]))
  const recipients = addressesOf(mail.to)
  if (recipients.length > MAX_BATCH_ITEMS) throw new ApiError('batch_too_large')
  assertBounded(request, recipients.length, 'recipients')
  const texts = { subject: mail.subject, body_html: mail.html, body_text: mail.text }
  const sources = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, new FilledText(text)] as const],
  )
  // Before anything is filled in: a short text with many places for a long value becomes a very long one.
  let length = 0
  const mails = recipients.map((to) => {
    const email = parseMailbox(to)?.email ?? to
    const own = byAddress.get(email.toLowerCase())
    const filled = sources.map(([name, source]) => {
      const values = source.valuesOf({ ...(isPlain(own) ? own : {}), email })
      length += source.lengthWith(values)
      return { name, source, values }
    })
    return { to, filled }
  })
  assertShort(length)
  return mapInSlices([...mails.entries()], ([index, { to, filled }]) => ({
    ...request,
    idempotency_key: keyOfItem(key, index),
    destination: { to: [to] },
    payload: {
      ...request.payload,
      ...Object.fromEntries(filled.map(({ name, source, values }) => [name, source.with(values)])),
    },
  }))
}

const listOf = (value: string | string[] | undefined) => [value ?? []].flat()
const addressesOf = (value: string | string[]) => listOf(value).flatMap(splitAddressList)

function trackingOf(mail: Options) {
  const all = mail['o:tracking']
  const opens = flagOf('o:tracking-opens', mail['o:tracking-opens'] ?? all)
  const clicks = flagOf('o:tracking-clicks', mail['o:tracking-clicks'] ?? all)
  const isGiven = opens !== undefined || clicks !== undefined
  return isGiven ? { ...given('opens', opens), ...given('clicks', clicks) } : null
}

/** Parts without a type count as plain text (RFC 7578, section 4.4), so the end of the name says more than this type. */
function typeOf(contentType: string, filename: string): string {
  const named = mediaTypeOfName(filename)
  const isVague = ['', 'text/plain', ANY_BYTES].includes(contentType)
  return isVague && named !== ANY_BYTES ? named : contentType || ANY_BYTES
}

/** A file that is inline is named in the HTML by its file name. */
function attachmentOf({ name, filename, contentType, bytes }: FormFile) {
  if (name !== 'attachment' && name !== 'inline') throw notSupported(name, 'Files are attachment or inline.')
  return {
    filename,
    content_type: typeOf(contentType, filename),
    content: bytes.toString('base64'),
    ...(name === 'inline' && { content_id: filename }),
  }
}
