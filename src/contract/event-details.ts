import { z } from 'zod'
import { SuppressionState } from './suppressions.js'

/*
 * What the payloads of events say, in the same form from every source. All of it comes from outside: what a source does not
 * tell is null.
 */

const text = (description: string) => z.string().nullable().meta({ description })
const texts = (description: string) => z.array(z.string()).meta({ description })

const common = {
  detail: text('A sentence for people, for simulated outcomes and for mail that a provider delivers at once.'),
}
const recipients = {
  recipients: texts('Whom it is about; empty if the source names nobody.'),
}
const reason = {
  reason: text('In plain words, if the recipient’s provider refused the mail because of its policy.'),
}

export const ReportedRecipient = z.object({
  email: text('The address.'),
  action: text('What the receiving server did, like `failed`.'),
  status: text('The enhanced status code, like `5.1.1`.'),
  diagnostic_code: text('The answer of the receiving server.'),
})
const reported = () =>
  z.array(ReportedRecipient).meta({ description: 'Whom it is about; empty if the source names nobody.' })

const seen = {
  timestamp: text('When it was, according to the source.'),
  ip_address: text('The address of the client.'),
  user_agent: text('What the client calls itself.'),
}

const stopped = {
  ...common,
  reason: text('Why the recipient is on the list, like `hard_bounce`.'),
  state: SuppressionState.nullable().meta({ description: 'Which mail the recipient does not get.' }),
}

const report = {
  suppresses: z
    .boolean()
    .nullable()
    .meta({ description: 'False if the report did not suppress its recipient; null if it does not say.' }),
}

/** The details of an event, by its type. */
export const EVENT_DETAILS = {
  sent: z.object({ ...common, provider_message_id: text('The id of the message at the provider.') }),
  delivered: z.object({
    ...common,
    ...recipients,
    smtp_response: text('The answer of the receiving server.'),
  }),
  opened: z.object({ ...common, ...recipients, ...seen }),
  clicked: z.object({ ...common, ...recipients, ...seen, link: text('The link.') }),
  delivery_delayed: z.object({
    ...common,
    delayed_recipients: reported(),
    delay_type: text('What kind of delay, like `MailboxFull`.'),
    expiration_time: text('Until when delivery is tried, according to the source.'),
  }),
  bounced: z.object({
    ...common,
    bounced_recipients: reported(),
    ...reason,
    ...report,
    bounce_type: text('`Permanent`, `Transient` or `Undetermined`.'),
    bounce_sub_type: text('What kind of bounce, like `NoEmail`.'),
  }),
  complained: z.object({
    ...common,
    ...recipients,
    ...report,
    reason: text('Why it did not suppress its recipient.'),
    feedback_type: text('What kind of complaint, like `abuse`.'),
  }),
  failed: z.object({
    ...common,
    ...reason,
    error: text('Why it was not sent: a code, or the answer of the provider.'),
  }),
  suppressed: z.object(stopped),
  unsubscribed: z.object(stopped),
} as const
