/*
 * Reads the structure of a report. A report has a known, simple form; whatever else arrives is only looked at, and
 * never refused. Texts are Latin-1, a character for each byte, with LF between lines.
 */

/** A mail or a part of one. */
export interface MailPart {
  headers: Headers
  /** As transferred: see {@link decoded}. */
  body: string
}

/** The first field of each name, by lower-case name, unfolded. */
export type Headers = ReadonlyMap<string, string>

const MAX_FIELDS = 500
const MAX_PARTS = 100
/** Gmail puts its text in a multipart inside the report. */
const MAX_DEPTH = 4

/** Splits a mail, or a part, into its header and its body. */
export function readPart(text: string): MailPart {
  if (text.startsWith('\n')) return { headers: new Map(), body: text.slice(1) }
  const end = text.indexOf('\n\n')
  return end < 0
    ? { headers: readFields(text), body: '' }
    : { headers: readFields(text.slice(0, end)), body: text.slice(end + 2) }
}

/** Reads fields, such as those of a header. A line that is none is skipped. */
export function readFields(text: string): Headers {
  const fields = new Map<string, string>()
  const unfolded = text.replace(/\n[ \t]+/g, ' ')
  for (const line of unfolded.split('\n', MAX_FIELDS)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** All values of the fields of a name, in their order. */
export function allFields(text: string, name: string): string[] {
  const lines = text.replace(/\n[ \t]+/g, ' ').split('\n', MAX_FIELDS)
  const prefix = `${name.toLowerCase()}:`
  return lines.flatMap((line) => (line.toLowerCase().startsWith(prefix) ? line.slice(prefix.length).trim() : []))
}

/** The media type of a part, in lower case and without parameters. */
export function typeOf({ headers }: MailPart): string {
  return (headers.get('content-type') ?? 'text/plain').split(';', 1)[0]!.trim().toLowerCase()
}

/** The parts of a mail that are no multiparts themselves, in their order. A mail inside a mail is one part. */
export function leafParts(part: MailPart, depth = 0): MailPart[] {
  const boundary = typeOf(part).startsWith('multipart/') ? boundaryOf(part) : null
  if (boundary === null || depth === MAX_DEPTH) return [part]
  return splitAt(part.body, boundary)
    .flatMap((text) => leafParts(readPart(text), depth + 1))
    .slice(0, MAX_PARTS)
}

/** The body of a part without its transfer encoding (RFC 2045 6). */
export function decoded({ headers, body }: MailPart): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return unixLines(Buffer.from(body, 'base64').toString('latin1'))
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/[ \t]*=[ \t]*\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function boundaryOf({ headers }: MailPart): string | null {
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(headers.get('content-type') ?? '') ?? []
  return quoted?.trimEnd() ?? plain ?? null
}

/** The texts between the lines with the boundary (RFC 2046 5.1.1); the last may lack its end. */
function splitAt(body: string, boundary: string): string[] {
  const found: string[] = []
  const text = `\n${body}`
  const mark = `\n--${boundary}`
  let start = -1
  for (let at = text.indexOf(mark); at >= 0 && found.length < MAX_PARTS; at = text.indexOf(mark, at + 1)) {
    const lineEnd = text.indexOf('\n', at + 1)
    const rest = text.slice(at + mark.length, lineEnd < 0 ? undefined : lineEnd)
    const isEnd = /^--\s*$/.test(rest)
    if (!isEnd && rest.trim() !== '') continue
    if (start >= 0) found.push(text.slice(start, at))
    if (isEnd || lineEnd < 0) return found
    start = lineEnd + 1
  }
  return start >= 0 && found.length < MAX_PARTS ? [...found, text.slice(start)] : found
}
