import { z } from 'zod'
import { MAX_BATCH_ITEMS, type SendRequest } from '../../contract/messages.js'
import { ApiError, fieldError } from '../../errors.js'
import type { Form, FormFile } from '../../http/multipart.js'
import { isPlain } from '../../lib/json/plain-objects.js'
import { parseMailbox } from '../../lib/text/addresses.js'
import { splitAddressList } from '../common/address-list.js'
import type { CompatCall } from '../common/api.js'
import { given } from '../common/given.js'
import { keyOfItem } from '../common/idempotency.js'
import { tagsOfLabels } from '../common/labels.js'
import { ANY_BYTES, mediaTypeOfName } from '../common/media-types.js'
import { notSupported } from '../common/not-supported.js'
import { assertBounded } from '../common/several-mails.js'
import { fieldsOf, prefixed, withoutPrefixed } from './form-fields.js'
import { flagOf, jsonObjectOf, timeOf } from './form-values.js'

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
} as const
/** Fields that say how it is to be done here anyway, or that nothing depends on. */
const WITHOUT_EFFECT = [
  ...['t:text', 'o:dkim', 'o:secondary-dkim', 'o:secondary-dkim-public', 'o:require-tls', 'o:skip-verification'],
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
export function sendRequestsOf(
  form: Form,
  key: string,
  { read, ignore }: Pick<CompatCall, 'read' | 'ignore'>,
): Input[] {
  const mail = read(Mail, fieldsOf(withoutPrefixed(form, ['h:', 'v:'])))
  assertPossible(mail, ignore)
  const request = requestOf(mail, form, key)
  const variables = jsonObjectOf('recipient-variables', mail['recipient-variables'])
  return variables ? eachOf(request, mail, variables, key) : [request]
}

/**
 * The mail in MIME of a form, whom it is for, and what the form says about its send.
 * @throws ApiError 501 for what has no counterpart.
 */
export function mimeOf(form: Form, { read, ignore }: Pick<CompatCall, 'read' | 'ignore'>) {
  const isMime = ([name]: readonly [string, string]) => name === 'message'
  const fields = form.fields.filter((field) => !isMime(field))
  const options = read(Options, fieldsOf(withoutPrefixed({ fields }, ['h:', 'v:'])))
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
    if (value !== undefined && value !== 'no') throw notSupported(name, instead)
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
    ...given('template_id', mail.template),
    ...given('template_vars', jsonObjectOf('t:variables', mail['t:variables'])),
  }
}

function optionsOf(options: Options, form: Form) {
  const tags = listOf(options['o:tag'])
  return {
    metadata: prefixed(form, 'v:'),
    ...(tags.length > 0 && { tags: tagsOfLabels(tags) }),
    ...given('tracking', trackingOf(options)),
    ...given('scheduled_at', timeOf(options['o:deliverytime'])),
  }
}

/** A mail for each recipient, with its variables in the place of `%recipient.name%`. */
function eachOf(request: Input, mail: Mail, variables: Record<string, unknown>, key: string): Input[] {
  if (mail.cc || mail.bcc)
    throw notSupported('recipient-variables', 'Leave out cc and bcc: each recipient gets a mail.')
  const byAddress = new Map(Object.entries(variables).map(([address, values]) => [address.toLowerCase(), values]))
  const recipients = addressesOf(mail.to)
  if (recipients.length > MAX_BATCH_ITEMS) throw new ApiError('batch_too_large')
  assertBounded(request, recipients.length, 'recipients')
  return recipients.map((to, index) => {
    const email = parseMailbox(to)?.email ?? to
    const values = byAddress.get(email.toLowerCase())
    const fill = (source: string) => filled(source, { ...(isPlain(values) ? values : {}), email })
    const { payload } = request
    return {
      ...request,
      idempotency_key: keyOfItem(key, index),
      destination: { to: [to] },
      payload: {
        ...payload,
        ...given('subject', mail.subject && fill(mail.subject)),
        ...given('body_html', mail.html && fill(mail.html)),
        ...given('body_text', mail.text && fill(mail.text)),
      },
    }
  })
}

/** A text with variables of its recipient. Unknown ones stay, as at Mailgun. */
const filled = (source: string, values: Record<string, unknown>): string =>
  source.replaceAll(/%recipient\.([\w-]{1,64})%/g, (all, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : all,
  )

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
