import { z } from 'zod'
import type { SendRequest } from '../../contract/messages.js'
import { fieldError } from '../../errors.js'
import { splitAddressList } from '../common/address-list.js'
import type { CompatCall } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { typeOfStream } from './streams.js'

const text = () => z.string().nullish()

const common = {
  From: z.string('must be an address'),
  To: text(),
  Cc: text(),
  Bcc: text(),
  ReplyTo: text(),
  Tag: text(),
  TrackOpens: z.boolean().nullish(),
  TrackLinks: z.enum(['None', 'HtmlAndText', 'HtmlOnly', 'TextOnly']).nullish(),
  Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z
    .array(
      z.strictObject({
        Name: z.string(),
        Content: z.string(),
        ContentType: z.string(),
        ContentID: text(),
        // Neither says more than the file itself and its ContentID.
        ContentLength: z.number().nullish(),
        Disposition: text(),
      }),
    )
    .nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
  MessageStream: text(),
}

/** A mail as Postmark takes it: https://postmarkapp.com/developer/api/email-api. */
export const Mail = z.strictObject({ ...common, Subject: text(), HtmlBody: text(), TextBody: text() })

const templateId = z.union([z.string(), z.number()]).nullish()

/** A mail with a template: https://postmarkapp.com/developer/api/templates-api#email-with-template. */
export const TemplatedMail = z.strictObject({
  ...common,
  TemplateId: templateId,
  TemplateAlias: text(),
  TemplateModel: z.record(z.string(), z.unknown()),
  InlineCss: z.boolean().nullish(),
})

type Common = Omit<z.output<typeof Mail>, 'Subject' | 'HtmlBody' | 'TextBody'>

/** Where Postmark has the fields of a send request. */
export const MAIL_NAMES = [
  ['metadata.from_email', 'From'],
  ['metadata', 'Metadata'],
  ['destination.to', 'To'],
  ['destination.cc', 'Cc'],
  ['destination.bcc', 'Bcc'],
  ['destination', 'To'],
  ['payload.body_html', 'HtmlBody'],
  ['payload.body_text', 'TextBody'],
  ['payload.subject', 'Subject'],
  ['payload.reply_to', 'ReplyTo'],
  ['payload.headers', 'Headers'],
  ['payload.attachments', 'Attachments'],
  ['payload', 'HtmlBody'],
  ['tags.tag', 'Tag'],
  ['template_id', 'TemplateId'],
  ['template_vars', 'TemplateModel'],
  ['idempotency_key', 'Idempotency-Key'],
] as const

type Input = z.input<typeof SendRequest>

/** A mail as a send request. @throws ApiError 501 for what has no counterpart. */
export function sendRequestOf(
  mail: z.output<typeof Mail>,
  idempotencyKey: string,
  ignore: CompatCall['ignore'],
): Input {
  const request = commonOf(mail, idempotencyKey, ignore)
  const { Subject, HtmlBody, TextBody } = mail
  const bodies = { ...given('subject', Subject), ...given('body_html', HtmlBody), ...given('body_text', TextBody) }
  return { ...request, payload: { ...request.payload, ...bodies } }
}

/** A mail with a template as a send request. @throws ApiError 501 for what has no counterpart. */
export function templatedRequestOf(
  mail: z.output<typeof TemplatedMail>,
  idempotencyKey: string,
  ignore: CompatCall['ignore'],
): Input {
  const template = mail.TemplateAlias ?? mail.TemplateId
  if (template === null || template === undefined) {
    throw fieldError('invalid_request', 'template_id', 'is required, or TemplateAlias')
  }
  if (typeof mail.InlineCss === 'boolean') ignore('InlineCss')
  return {
    ...commonOf(mail, idempotencyKey, ignore),
    template_id: String(template),
    template_vars: mail.TemplateModel as Record<string, never>,
  }
}

function commonOf(mail: Common, idempotencyKey: string, ignore: CompatCall['ignore']): Input & { payload: object } {
  const message_type = typeOfStream(mail.MessageStream)
  const addresses = (list: string | null | undefined) => list && splitAddressList(list)
  if (mail.TrackLinks === 'TextOnly')
    throw notSupported('TrackLinks', 'Links are tracked in HTML: use HtmlOnly or None.')
  if (mail.TrackLinks === 'HtmlAndText') ignore('TrackLinks.Text')
  const tracking = {
    ...given('opens', mail.TrackOpens),
    ...given('clicks', mail.TrackLinks && mail.TrackLinks !== 'None'),
  }
  if (mail.Metadata && Object.hasOwn(mail.Metadata, 'from_email')) {
    throw fieldError('invalid_request', 'Metadata.from_email', 'is the sender here: use another name')
  }
  return {
    channel: 'email',
    idempotency_key: idempotencyKey,
    message_type,
    destination: {
      to: addresses(mail.To) || [],
      ...given('cc', addresses(mail.Cc) || null),
      ...given('bcc', addresses(mail.Bcc) || null),
    },
    payload: {
      ...given('reply_to', addresses(mail.ReplyTo) || null),
      ...given('headers', mail.Headers && headersOf(mail.Headers)),
      ...given('attachments', mail.Attachments?.map(attachmentOf)),
    },
    metadata: { ...mail.Metadata, from_email: mail.From },
    ...given('tags', mail.Tag ? { tag: mail.Tag } : null),
    ...(Object.keys(tracking).length > 0 && { tracking }),
  }
}

function headersOf(headers: readonly { Name: string; Value: string }[]): Record<string, string> {
  const byName = new Map(headers.map(({ Name, Value }) => [Name.toLowerCase(), [Name, Value] as const]))
  if (byName.size < headers.length) throw fieldError('invalid_request', 'payload.headers', 'must not have a name twice')
  return Object.fromEntries(byName.values())
}

const attachmentOf = ({ Name, Content, ContentType, ContentID }: NonNullable<Common['Attachments']>[number]) => ({
  filename: Name,
  content: Content,
  content_type: ContentType,
  ...given('content_id', ContentID?.replace(/^cid:/, '') || null),
})
