import type { MimePart } from './mime/mime-tree.js'
import { decodedBound, decodeTransfer } from './mime/transfer-encoding.js'

/** An attachment, whose decoded bytes are in a common buffer. */
export interface AttachmentPlace {
  filename: string
  contentType: string
  contentId: string | null
  start: number
  end: number
}

/** Attachments with their decoded bytes. */
export interface DecodedAttachments {
  places: AttachmentPlace[]
  bytes: Uint8Array<ArrayBuffer>
}

/** Most attachments that are listed. */
const MAX_ATTACHMENTS = 1_000
const MAX_FILENAME_CHARS = 255
/** Extensions for files without a name. */
const EXTENSIONS: Record<string, string> = {
  'message/rfc822': 'eml',
  'message/delivery-status': 'txt',
  'text/rfc822-headers': 'txt',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'application/pgp-signature': 'asc',
  'application/pgp-encrypted': 'asc',
  'application/pgp-keys': 'asc',
  'application/pkcs7-mime': 'p7m',
  'application/x-pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/ms-tnef': 'dat',
}

/**
 * Decodes attachments, all into one buffer, which can be handed to another thread without copying it.
 * @param defects gets what was left out.
 */
export function decodeAttachments(raw: Buffer, parts: readonly MimePart[], defects: Set<string>): DecodedAttachments {
  const listed = parts.slice(0, MAX_ATTACHMENTS)
  if (parts.length > MAX_ATTACHMENTS) {
    defects.add(`Only the first ${MAX_ATTACHMENTS} of ${parts.length} attachments are listed.`)
  }
  const bound = listed.reduce((sum, { encoding, start, end }) => sum + decodedBound(encoding, end - start), 0)
  const target = new Uint8Array(bound)
  let at = 0
  const places = listed.map((part, index) => {
    const start = at
    at = decodeTransfer(part.encoding, { raw, start: part.start, end: part.end, target, at })
    return { filename: toFilename(part, index), contentType: part.type, contentId: part.contentId, start, end: at }
  })
  return { places, bytes: target }
}

/** Without folders and control characters; made up if nothing is left. */
function toFilename({ filename, type }: MimePart, index: number): string {
  const base = (filename ?? '').split(/[\\/]/).at(-1)!
  const name = base
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(/^\.+$/, '')
  if (name !== '') return name.length > MAX_FILENAME_CHARS ? shortened(name) : name
  const extension = EXTENSIONS[type]
  return `attachment-${index + 1}${extension === undefined ? '' : `.${extension}`}`
}

/** Keeps the extension. */
function shortened(name: string): string {
  const [extension = ''] = /\.[^.]{1,20}$/u.exec(name) ?? []
  const length = MAX_FILENAME_CHARS - extension.length
  return name.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') + extension
}
