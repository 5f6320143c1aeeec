import type { FieldNames } from '../common/api.js'
import { renamePath } from '../common/rename-fields.js'
import type { Mail, Personalization } from './mail-schema.js'

/** Where SendGrid has the fields that the whole mail shares. */
const SHARED: FieldNames = [
  ['metadata.from_email', 'from.email'],
  ['metadata', 'custom_args'],
  ['payload.subject', 'subject'],
  ['payload.body_html', 'content'],
  ['payload.body_text', 'content'],
  ['payload.headers', 'headers'],
  ['payload.attachments', 'attachments'],
  ['payload', 'content'],
  ['tags', 'categories'],
  ['tracking', 'tracking_settings'],
  ['scheduled_at', 'send_at'],
  ['idempotency_key', 'Idempotency-Key'],
]

/** Fields of ours and those of a personalization that take precedence over the shared ones. */
const OWN = [
  ['metadata.from_email', 'from', 'from.email'],
  ['payload.subject', 'subject', 'subject'],
  ['payload.headers', 'headers', 'headers'],
  ['metadata', 'custom_args', 'custom_args'],
  ['scheduled_at', 'send_at', 'send_at'],
] as const satisfies readonly (readonly [string, keyof Personalization, string])[]

/** The name of a field of the send request for a personalization, as SendGrid calls it. */
export function nameOf(path: string, mail: Mail, index: number): string {
  const at = `personalizations.${index}`
  if (path === '') return at
  const personalization = mail.personalizations[index]!
  const own = OWN.filter(([, field]) => hasValue(personalization[field])).map(
    ([ours, , theirs]) => [ours, `${at}.${theirs}`] as const,
  )
  const names: FieldNames = [
    ['destination.to', `${at}.to`],
    ['destination.cc', `${at}.cc`],
    ['destination.bcc', `${at}.bcc`],
    ['destination', `${at}.to`],
    ['template_vars', `${at}.dynamic_template_data`],
    ['payload.reply_to', mail.reply_to ? 'reply_to' : 'reply_to_list'],
    ...own,
    ...SHARED,
  ]
  return renamePath(path, names)
    .replace(/\.(to|cc|bcc)\.(\d+)$/, '.$1.$2.email')
    .replace(/^(attachments\.\d+)\.content_type$/, '$1.type')
    .replace(/^categories\.tag(?:_(\d+))?$/, (_all, place = '1') => `categories.${Number(place) - 1}`)
}

const hasValue = (value: unknown) => value !== undefined && value !== null
