import { notSupported } from '../common/not-supported.js'
import type { Mail } from './mail-schema.js'

/** Settings that change the mail or who gets it, and what to use instead. */
const SETTINGS = {
  mail_settings: {
    bypass_list_management: 'Nothing goes to suppressed recipients. Take them off the list: /v1/suppressions.',
    bypass_spam_management: 'Nothing goes to suppressed recipients. Take them off the list: /v1/suppressions.',
    bypass_bounce_management: 'Nothing goes to suppressed recipients. Take them off the list: /v1/suppressions.',
    footer: 'Write it into the content or the template.',
    sandbox_mode: 'Use a test key: nothing is sent, and there is a timeline.',
    bcc: 'Use bcc in personalizations.',
    spam_check: 'Leave it out.',
  },
  tracking_settings: {
    subscription_tracking: 'Send marketing mail by POST /v1/send with message_type: it has an unsubscribe link.',
    ganalytics: 'Write the parameters into the links.',
  },
} as const

/** @throws ApiError 501 for the first field that would make another mail and has no counterpart. */
export function refuseWithoutCounterpart(mail: Mail): void {
  if (mail.batch_id) throw notSupported('batch_id', 'Cancel each mail: POST /v1/messages/:id/cancel.')
  if (mail.asm) throw notSupported('asm', 'Send to topics by a broadcast to a contact list.')
  if (!isEmpty(mail.sections)) throw notSupported('sections', 'Use a template.')
  for (const [index, { substitutions }] of mail.personalizations.entries()) {
    if (isEmpty(substitutions)) continue
    const field = `personalizations.${index}.substitutions`
    throw notSupported(field, 'Use a template with dynamic_template_data.')
  }
  for (const [index, { type }] of (mail.content ?? []).entries()) {
    if (type === 'text/plain' || type === 'text/html') continue
    throw notSupported(`content.${index}.type`, 'Use text/plain and text/html, and attachments for all others.')
  }
  refuseSettings('mail_settings', mail.mail_settings, SETTINGS.mail_settings)
  refuseSettings('tracking_settings', mail.tracking_settings, SETTINGS.tracking_settings)
  if (mail.tracking_settings?.open_tracking?.substitution_tag) {
    throw notSupported('tracking_settings.open_tracking.substitution_tag', 'The image is at the end of the HTML.')
  }
}

function refuseSettings(
  group: string,
  settings: Record<string, { enable?: boolean | null | undefined } | null | undefined> | null | undefined,
  advice: Readonly<Record<string, string>>,
): void {
  for (const [name, instead] of Object.entries(advice)) {
    if (settings?.[name]?.enable) throw notSupported(`${group}.${name}`, instead)
  }
}

const isEmpty = (values: object | null | undefined) => !values || Object.keys(values).length === 0
