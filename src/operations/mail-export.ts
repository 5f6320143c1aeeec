import { Readable } from 'node:stream'
import { ExportRequest, MailExport, MboxFile, MboxRequest } from '../contract/mail-export.js'
import { hasMailApp } from './mail-threads.js'
import { get, MORE_THAN_A_MODEL_READS, operation, restOnly } from './operation.js'

export const exportMail = operation({
  name: 'mail.export',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/export', {
    inPieces: ({ caller, services }, filter: ExportRequest) => services.mailExporter.jsonPieces(caller, filter),
  }),
  noTool: MORE_THAN_A_MODEL_READS,
  summary:
    'Exports the mails of threads as JSON, or over REST with `format=mbox` as a mailbox file. Over REST the response is a stream of any size; otherwise it has at most 16 MiB of text.',
  errors: [],
  enabled: hasMailApp,
  input: ExportRequest,
  output: MailExport,
  examples: [
    {
      summary: 'The inbox',
      input: { folder: 'inbox', limit: 500 },
      output: {
        exported_at: '2026-11-21T10:00:00.000Z',
        count: 1,
        messages: [
          {
            id: 'inb_01kajqz3k4n6q8s0v2x4z6b8d0',
            thread_id: 'thr_01kajqz3m5p7r9t1v3x5z7b9d1',
            source: 'inbound',
            from: 'Ada <ada@example.com>',
            to: ['support@shop.example'],
            subject: 'Where is my order?',
            text_body: 'Hello, I ordered a week ago.\n',
            occurred_at: '2026-11-21T09:12:30.000Z',
            attachments: [],
          },
        ],
      },
    },
  ],
  run: ({ caller, services }, filter) => services.mailExporter.json(caller, filter),
})

/** The same route with `format=mbox`. */
export const exportMbox = restOnly(
  operation({
    name: 'mail.exportMbox',
    forBoundKeys: true,
    kind: 'query',
    scope: 'read',
    rest: get('/v1/mail/export.mbox', {
      also: { path: '/v1/mail/export', whenQuery: 'format', is: 'mbox' },
      answer: { mediaType: 'application/mbox', content: (pieces: AsyncIterable<Uint8Array>) => Readable.from(pieces) },
    }),
    summary:
      'Exports the mails of threads as a mailbox file (mboxrd), as `format=mbox` does. The response is a stream.',
    errors: [],
    enabled: hasMailApp,
    input: MboxRequest,
    output: MboxFile,
    examples: [{ summary: 'Everything', input: { limit: 5_000 }, output: null }],
    run: ({ caller, services }, filter) => services.mailExporter.mbox(caller, filter),
  }),
)
