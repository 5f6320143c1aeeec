import { z } from 'zod'
import type { InboundEmail, InboundEmailSummary } from '../../contract/inbound.js'
import { ApiError } from '../../errors.js'
import { getInboundEmail, listInboundEmails } from '../../operations/inbound.js'
import { getMessageContent } from '../../operations/message-content.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf, queryText } from './lists.js'

const GetQuery = z.strictObject({ html_format: queryText() })

type File = { filename: string; content_type: string; content_id: string | null; size: number }

/** Mail that came in, and the files of all mail. */
export const receiving: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/emails/receiving',
    operation: listInboundEmails,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { emails, next_cursor } = await run(listInboundEmails, pageOf(query(ListQuery), 'inboundEmail'))
      return listOf(emails.map(present), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/emails/receiving/:id',
    operation: getInboundEmail,
    answer: async ({ param, query, run }) => {
      const { html_format } = query(GetQuery)
      if (html_format !== undefined) throw notSupported('html_format', 'Images of the mail are named by cid: in html.')
      const email = await run(getInboundEmail, { id: param('id') })
      return { object: 'email', ...present(email), ...contentOf(email), raw: null }
    },
  },
  ...fileRoutes('/emails/receiving/:id/attachments', getInboundEmail, async (run, id) => {
    const { attachments } = await run(getInboundEmail, { id })
    return { files: attachments, url: `/v1/inbound/${id}/attachments` }
  }),
  ...fileRoutes('/emails/:id/attachments', getMessageContent, async (run, id) => {
    const { attachments } = await run(getMessageContent, { id })
    return { files: attachments, url: `/v1/messages/${id}/attachments` }
  }),
]

type FindFiles = (
  run: Parameters<CompatRoute['answer']>[0]['run'],
  id: string,
) => Promise<{ files: readonly File[]; url: string }>

/** The files of a mail, by their place in it. Their bytes are at a URL of ours, which takes the same key. */
function fileRoutes(path: string, operation: CompatRoute['operation'], find: FindFiles): CompatRoute[] {
  return [
    {
      method: 'GET',
      path,
      operation,
      answer: async ({ param, query, run, ignore, request }) => {
        for (const name of Object.keys(query(ListQuery))) ignore(name)
        const { files, url } = await find(run, param('id'))
        const origin = `${request.protocol}://${request.host}`
        return listOf(
          files.map((file, index) => presentFile(file, index, origin + url)),
          null,
        )
      },
    },
    {
      method: 'GET',
      path: `${path}/:index`,
      operation,
      answer: async ({ param, run, request }) => {
        const { files, url } = await find(run, param('id'))
        const index = Number(param('index'))
        const file = files[index]
        if (!file) throw new ApiError('not_found', 'The mail has no attachment with this id.')
        return { object: 'attachment', ...presentFile(file, index, `${request.protocol}://${request.host}${url}`) }
      },
    },
  ]
}

const presentFile = ({ filename, content_type, content_id, size }: File, index: number, url: string) => ({
  id: String(index),
  ...{ filename, content_type, size },
  ...(content_id !== null && { content_id }),
  content_disposition: content_id === null ? 'attachment' : 'inline',
  download_url: `${url}/${index}`,
})

const present = (email: InboundEmailSummary | InboundEmail) => ({
  id: email.id,
  to: email.to,
  from: email.from,
  created_at: email.received_at,
  subject: email.subject,
  bcc: [] as string[],
  cc: email.cc,
  reply_to: [] as string[],
  received_for: [email.recipient],
  message_id: 'rfc_message_id' in email ? `<${email.rfc_message_id}>` : '',
  attachments: email.attachments.map(({ filename, content_type, content_id, size }, index) => ({
    ...{ id: String(index), filename, content_type, content_id, size },
    content_disposition: content_id === null ? 'attachment' : 'inline',
  })),
})

/** Of headers with the same name the last one, because Resend has an object. */
const contentOf = ({ html, text, headers }: InboundEmail) => ({
  html,
  text,
  headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
})
