import type { z } from 'zod'
import type { SendRequest } from '../../contract/messages.js'
import { fieldError } from '../../errors.js'
import { formatMailbox } from '../../lib/mail/addresses.js'
import type { CompatCall } from '../common/api.js'
import { given } from '../common/given.js'
import { keyOfItem } from '../common/idempotency.js'
import { tagsOfLabels } from '../common/labels.js'
import { mediaTypeOfName } from '../common/media-types.js'
import { refuseWithoutCounterpart } from './mail-refusals.js'
import type { Mail, Personalization } from './mail-schema.js'
import { toOurId } from './template-ids.js'

type Request = z.input<typeof SendRequest>

/**
 * A mail as send requests, one for each personalization.
 * @throws ApiError 501 for what has no counterpart.
 */
export function toSendRequests(mail: Mail, idempotencyKey: string, ignore: CompatCall['ignore']): Request[] {
  refuseWithoutCounterpart(mail)
  noteIgnored(mail, ignore)
  const shared = {
    channel: 'email' as const,
    ...given('tags', mail.categories && tagsOfLabels(mail.categories)),
    ...given('tracking', trackingOf(mail)),
    ...given('template_id', mail.template_id && toOurId(mail.template_id)),
  }
  const payload = {
    ...(mail.template_id ? {} : contentOf(mail)),
    ...given('reply_to', replyToOf(mail)),
    ...given('attachments', mail.attachments?.map(toAttachment)),
  }
  const isAlone = mail.personalizations.length === 1
  return mail.personalizations.map((personalization, index) => ({
    ...shared,
    idempotency_key: isAlone ? idempotencyKey : keyOfItem(idempotencyKey, index),
    destination: {
      to: personalization.to.map(mailboxOf),
      ...given('cc', personalization.cc?.map(mailboxOf)),
      ...given('bcc', personalization.bcc?.map(mailboxOf)),
    },
    payload: {
      ...payload,
      ...given('subject', mail.template_id ? null : (personalization.subject ?? mail.subject)),
      ...given('headers', merged(mail.headers, personalization.headers)),
    },
    metadata: { ...customArgsOf(mail, personalization), from_email: mailboxOf(personalization.from ?? mail.from) },
    ...given('scheduled_at', timeOf(personalization.send_at ?? mail.send_at)),
    ...given('template_vars', personalization.dynamic_template_data as Record<string, never> | null | undefined),
  }))
}

/** What has no effect here, and does not make another mail. */
function noteIgnored(mail: Mail, ignore: CompatCall['ignore']): void {
  if (mail.ip_pool_name) ignore('ip_pool_name')
  if (mail.tracking_settings?.click_tracking?.enable_text) ignore('tracking_settings.click_tracking.enable_text')
  for (const { disposition, content_id } of mail.attachments ?? []) {
    if (disposition === 'inline' && !content_id) ignore('attachments.*.disposition')
    if (disposition !== 'inline' && content_id) ignore('attachments.*.content_id')
  }
  for (const { dynamic_template_data: data, subject } of mail.personalizations) {
    if (mail.template_id && subject) ignore('personalizations.*.subject')
    if (!mail.template_id && data) ignore('personalizations.*.dynamic_template_data')
  }
  if (!mail.template_id) return
  // As at SendGrid, both come from the template.
  if (mail.subject) ignore('subject')
  if (mail.content?.length) ignore('content')
}

function trackingOf({ tracking_settings: settings }: Mail) {
  const opens = settings?.open_tracking?.enable
  const clicks = settings?.click_tracking?.enable
  if (typeof opens !== 'boolean' && typeof clicks !== 'boolean') return undefined
  return { ...given('opens', opens), ...given('clicks', clicks) }
}

function contentOf({ content }: Mail) {
  const [html, text] = ['text/html', 'text/plain'].map((type) => {
    const [first, second] = (content ?? []).filter((part) => part.type === type)
    if (second) throw fieldError('invalid_request', 'content', `must have ${type} only once`)
    return first?.value
  })
  return { ...given('body_html', html), ...given('body_text', text) }
}

function replyToOf({ reply_to: one, reply_to_list: several }: Mail) {
  if (one && several) throw fieldError('invalid_request', 'reply_to_list', 'cannot be combined with reply_to')
  return one ? [mailboxOf(one)] : several?.map(mailboxOf)
}

function toAttachment({ filename, type, content, disposition, content_id }: NonNullable<Mail['attachments']>[number]) {
  return {
    filename,
    content,
    content_type: type || mediaTypeOfName(filename),
    ...(disposition === 'inline' && content_id && { content_id }),
  }
}

function customArgsOf(mail: Mail, personalization: Personalization): Record<string, unknown> {
  const args = merged(mail.custom_args, personalization.custom_args) ?? {}
  if (!Object.hasOwn(args, 'from_email')) return args
  throw fieldError('invalid_request', 'custom_args.from_email', 'is reserved for the sender')
}

const mailboxOf = ({ email, name }: Personalization['to'][number]) => formatMailbox({ email, name: name ?? null })

const merged = <T>(shared: Record<string, T> | null | undefined, own: Record<string, T> | null | undefined) =>
  shared || own ? { ...shared, ...own } : undefined

const timeOf = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : undefined
