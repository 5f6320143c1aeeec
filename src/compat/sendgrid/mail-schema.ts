import { z } from 'zod'
import { cutAbove } from '../../contract/fields.js'
import { MAX_BATCH_ITEMS } from '../../contract/messages.js'

const text = () => z.string().nullish()
const flag = () => z.boolean().nullish()
const texts = () => z.record(z.string(), z.string()).nullish()
const values = () => z.record(z.string(), z.unknown()).nullish()

const Mailbox = z.strictObject({ email: z.string(), name: text() })
const mailboxes = () => z.array(Mailbox).nullish()

/** A time in Unix seconds, up to the year 9999. */
const sendAt = () => z.int().min(0).max(253_402_300_799).nullish()

const Personalization = z.strictObject({
  to: z.array(Mailbox).min(1),
  from: Mailbox.nullish(),
  cc: mailboxes(),
  bcc: mailboxes(),
  subject: text(),
  headers: texts(),
  substitutions: values(),
  dynamic_template_data: values(),
  custom_args: values(),
  send_at: sendAt(),
})
export type Personalization = z.output<typeof Personalization>

const Attachment = z.strictObject({
  content: z.string(),
  filename: z.string(),
  type: text(),
  disposition: z.enum(['inline', 'attachment']).nullish(),
  content_id: text(),
})

/** A setting that has only a switch that is known here: the others of it count only if it is on. */
const setting = () => z.looseObject({ enable: flag() }).nullish()

/** A mail as SendGrid takes it (its API reference, "Mail Send"). */
export const Mail = z.strictObject({
  personalizations: cutAbove(
    MAX_BATCH_ITEMS,
    z
      .array(Personalization)
      .min(1, 'must have at least 1 personalization')
      .max(MAX_BATCH_ITEMS, `must have at most ${MAX_BATCH_ITEMS.toLocaleString('en')} personalizations`),
  ),
  from: Mailbox,
  reply_to: Mailbox.nullish(),
  reply_to_list: mailboxes(),
  subject: text(),
  content: z.array(z.strictObject({ type: z.string(), value: z.string() })).nullish(),
  attachments: z.array(Attachment).nullish(),
  template_id: text(),
  headers: texts(),
  sections: values(),
  categories: z.array(z.string()).nullish(),
  custom_args: values(),
  send_at: sendAt(),
  batch_id: text(),
  asm: z.looseObject({ group_id: z.unknown() }).nullish(),
  ip_pool_name: text(),
  mail_settings: z
    .strictObject({
      bypass_list_management: setting(),
      bypass_spam_management: setting(),
      bypass_bounce_management: setting(),
      bypass_unsubscribe_management: setting(),
      footer: setting(),
      sandbox_mode: setting(),
      bcc: setting(),
      spam_check: setting(),
    })
    .nullish(),
  tracking_settings: z
    .strictObject({
      click_tracking: z.strictObject({ enable: flag(), enable_text: flag() }).nullish(),
      open_tracking: z.strictObject({ enable: flag(), substitution_tag: text() }).nullish(),
      subscription_tracking: setting(),
      ganalytics: setting(),
    })
    .nullish(),
})
export type Mail = z.output<typeof Mail>
