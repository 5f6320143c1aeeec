import type { AttachmentFile, RawMail } from '../contract/inbound.js'
import { contentDisposition, safeMediaType } from '../lib/http/content-disposition.js'

/** If opened as a page, a file can neither run nor load anything. */
const SANDBOX = { 'content-security-policy': "default-src 'none'; sandbox" }

/** The response with the bytes of a mail. */
export const rawAnswer = {
  mediaType: 'message/rfc822',
  content: ({ content }: RawMail) => content,
  headers: ({ size }: RawMail) => ({ ...SANDBOX, 'content-length': String(size) }),
}

/** The response with an attachment. */
export const fileAnswer = {
  mediaType: '*/*',
  content: ({ content }: AttachmentFile) => content,
  headers: ({ filename, contentType, size }: AttachmentFile) => {
    const type = safeMediaType(contentType)
    return {
      ...SANDBOX,
      'content-type': type,
      'content-disposition': contentDisposition(filename, type),
      'content-length': String(size),
    }
  },
}
