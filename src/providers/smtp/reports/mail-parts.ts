/*
 * Reads the structure of a report. A report has a known, simple form; whatever else arrives is only looked at, and
 * never refused. Texts are Latin-1, a character for each byte, with LF between lines.
 *
 * Anybody can send a report, so all of this takes time in proportion to the length of the text: it looks for characters
 * one after the other, and no pattern runs over text of any length.
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
/** Where the parameters of a Content-Type are looked for. */
const MAX_TYPE_CHARS = 2_000

/** Splits a mail, or a part, into its header and its body. */
export function readPart(text: string): MailPart {
  if (text.startsWith('\n')) return { headers: new Map(), body: text.slice(1) }
  const end = text.indexOf('\n\n')
  return end < 0
    ? { headers: readFields(text), body: '' }
    : { headers: readFields(text.slice(0, end)), body: text.slice(end + 2) }
}

/** Reads fields, such as those of a header. */
export function readFields(text: string): Headers {
  const fields = new Map<string, string>()
  for (const [name, value] of fieldsOf(text)) if (!fields.has(name)) fields.set(name, value)
  return fields
}

/** All values of the fields of a name, in their order. */
export function allFields(text: string, name: string): string[] {
  return fieldsOf(text).flatMap(([key, value]) => (key === name ? value : []))
}

/** Lower-case names and values. A line that is no field is skipped. */
function fieldsOf(text: string): [string, string][] {
  return unfoldedLines(text).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    return name === '' ? [] : [[name, line.slice(colon + 1).trim()]]
  })
}

/** Lines, each with those behind it that begin with a blank. */
function unfoldedLines(text: string): string[] {
  const folded: string[][] = []
  for (const line of text.split('\n')) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t')
    if (isContinued && folded.length > 0) folded.at(-1)!.push(line.trimStart())
    else if (folded.length < MAX_FIELDS) folded.push([line])
    else break
  }
  return folded.map((lines) => lines.join(' '))
}

/** Texts between empty lines, which may have blanks. */
export function readGroups(text: string, max: number): string[] {
  const groups: string[][] = []
  let isInGroup = false
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && isInGroup) groups.at(-1)!.push(line)
    else if (!isEmpty && groups.push([line]) > max) return groups.slice(0, max).map((lines) => lines.join('\n'))
    isInGroup = !isEmpty
  }
  return groups.map((lines) => lines.join('\n'))
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
  return encoding === 'quoted-printable' ? withoutQuoting(body) : body
}

export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function withoutQuoting(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    const hex = text.slice(at + 1, at + 3)
    const isByte = /^[0-9A-F]{2}$/i.test(hex)
    const next = isByte ? at + 3 : softBreakEnd(text, at + 1)
    if (next === null) continue
    parts.push(text.slice(from, at), isByte ? String.fromCharCode(Number.parseInt(hex, 16)) : '')
    from = next
  }
  return parts.join('') + text.slice(from)
}

/** Where the text goes on if its line ends here, perhaps after blanks; null if it does not. */
function softBreakEnd(text: string, start: number): number | null {
  let at = start
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return text[at] === '\n' ? at + 1 : null
}

function boundaryOf({ headers }: MailPart): string | null {
  const type = (headers.get('content-type') ?? '').slice(0, MAX_TYPE_CHARS)
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(type) ?? []
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
    const rest = text.slice(at + mark.length, lineEnd < 0 ? undefined : lineEnd).trimEnd()
    const isEnd = rest === '--'
    if (!isEnd && rest !== '') continue
    if (start >= 0) found.push(text.slice(start, at))
    if (isEnd || lineEnd < 0) return found
    start = lineEnd + 1
  }
  return start >= 0 && found.length < MAX_PARTS ? [...found, text.slice(start)] : found
}
