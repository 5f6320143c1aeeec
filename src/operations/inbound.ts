import type { Config } from '../config.js'
import { ById, PageRequest } from '../contract/fields.js'
import { AttachmentById, AttachmentFile, InboundEmail, InboundEmailPage, RawMail } from '../contract/inbound.js'
import { fileAnswer, rawAnswer } from './files.js'
import { get, operation, restOnly, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Inbound email',
  description: 'Mail that domains receive, and the routes that forward it.',
  order: 4,
}

/** Whether a deployment receives mail. */
export const hasInbound = ({ inboundEnabled }: Config): boolean => inboundEnabled

const emailId = 'inb_01kajqx5t2n8w4e6r9y7m3b1c0'
const summary = {
  id: emailId,
  account_id: 'acc_01kajq0a1b2c3d4e5f6g7h8j9k',
  domain: 'shop.example',
  recipient: 'help@shop.example',
  inbox_id: null,
  from: 'Ada Lovelace <ada@example.com>',
  to: ['help@shop.example'],
  cc: [],
  subject: 'Where is my order?',
  spf_verdict: 'PASS',
  dkim_verdict: 'PASS',
  dmarc_verdict: 'PASS',
  spam_verdict: 'NONE',
  virus_verdict: 'NONE',
  attachments: [{ filename: 'receipt.pdf', content_type: 'application/pdf', size: 48_213, content_id: null }],
  size_bytes: 67_102,
  received_at: '2026-11-21T09:00:00.000Z',
  thread_id: 'thr_01kajqx6v3p9x5f7s0z8n4d2e1',
} as const
const email = {
  ...summary,
  to: [...summary.to],
  cc: [],
  attachments: [...summary.attachments],
  text: 'It has not arrived.\n',
  html: null,
  html_safe: null,
  reply_text: 'It has not arrived.\n',
  headers: [{ name: 'Subject', value: 'Where is my order?' }],
  rfc_message_id: 'b7f2c1@example.com',
  in_reply_to: [],
  references: [],
}

export const listInboundEmails = operation({
  name: 'inbound.list',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/inbound'),
  summary: 'Lists received mail, newest first.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: PageRequest,
  output: InboundEmailPage,
  examples: [
    {
      summary: 'The newest mail',
      input: { limit: 1 },
      output: {
        emails: [{ ...summary, to: [...summary.to], cc: [], attachments: [...summary.attachments] }],
        next_cursor: 'djIgaW5ib3VuZEVtYWlsIGluYl8wMWthanF4NXQybjh3NGU2cjl5N20zYjFjMA',
      },
    },
  ],
  run: ({ caller, services }, page) => answerPage('emails', services.inboundEmails.list(caller, page)),
})

export const getInboundEmail = operation({
  name: 'inbound.get',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/inbound/:id'),
  summary: 'Gets a received mail with its text, HTML and headers.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: ById,
  output: InboundEmail,
  examples: [{ summary: 'A mail with an attachment', input: { id: emailId }, output: email }],
  run: ({ caller, services }, { id }) => services.inboundEmails.get(caller, id),
})

export const getRawInboundEmail = restOnly(
  operation({
    name: 'inbound.raw',
    forBoundKeys: true,
    kind: 'query',
    scope: 'read',
    rest: get('/v1/inbound/:id/raw', { answer: rawAnswer }),
    summary: 'Gets the exact bytes of a received mail.',
    errors: ['not_found'],
    enabled: hasInbound,
    input: ById,
    output: RawMail,
    examples: [{ summary: 'The mail as it arrived', input: { id: emailId }, output: null }],
    run: ({ caller, services }, { id }) => services.inboundEmails.raw(caller, id),
  }),
)

export const getInboundAttachment = restOnly(
  operation({
    name: 'inbound.attachment',
    forBoundKeys: true,
    kind: 'query',
    scope: 'read',
    rest: get('/v1/inbound/:id/attachments/:index', { answer: fileAnswer }),
    summary: 'Gets an attachment of a received mail, with its type and its file name.',
    errors: ['not_found'],
    enabled: hasInbound,
    input: AttachmentById,
    output: AttachmentFile,
    examples: [{ summary: 'The first attachment', input: { id: emailId, index: 0 }, output: null }],
    run: ({ caller, services }, { id, index }) => services.inboundEmails.attachment(caller, id, index),
  }),
)
