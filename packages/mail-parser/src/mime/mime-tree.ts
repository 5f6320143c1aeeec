import { Boundaries } from './boundaries.js'
import { fieldLatin1, fieldText, type HeaderField, readHeaderBlock } from './header-block.js'
import { parseParams } from './header-params.js'
import { type Encoding, toEncoding } from './transfer-encoding.js'

/** A part of a mail, or the mail itself. */
export interface MimePart {
  /** Lower case, such as `text/plain`. */
  type: string
  /** Parameters of the Content-Type, decoded. */
  params: Map<string, string>
  /** Lower case; empty if it has none. */
  disposition: string
  /** As the mail has it; null if it has none. */
  filename: string | null
  contentId: string | null
  encoding: Encoding
  /** Where its encoded body is in the mail. */
  start: number
  end: number
  /** Of a multipart; null of others. */
  children: MimePart[] | null
}

export interface MimeTree {
  root: MimePart
  /** The header fields of the mail. */
  fields: HeaderField[]
  defects: Set<string>
}

const LF = 0x0a
const CR = 0x0d
/** Most bytes of the header fields of the mail, and of a part. */
const MAX_MAIL_HEADERS = 1024 * 1024
const MAX_PART_HEADERS = 64 * 1024
const MAX_DEPTH = 1_000
const MAX_PARTS = 20_000
/** How far from the beginning of a multipart its boundary is looked for if its header does not name it. */
const GUESS_BYTES = 16 * 1024
const TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/

/**
 * Finds the parts of a mail (RFC 2046) in one pass over its bytes, without copying them and without recursion, so that
 * time and memory grow with its size only. What is against the rules never fails: it becomes text, or an attachment.
 *
 * Embedded mails (`message/rfc822`) are parts without children.
 */
export function readMimeTree(raw: Buffer): MimeTree {
  const tree = new TreeReader(raw).read(null)
  const { root, fields } = tree
  if (root.children?.length !== 0) return tree
  // The boundary in the header is not the one in the mail.
  const guessed = guessBoundary(raw, root.start)
  if (guessed === null) return { root: asText(root), fields, defects: tree.defects.add(NO_PARTS) }
  const again = new TreeReader(raw).read(guessed)
  again.defects.add('The boundary of the mail is not the one in its header.')
  return again
}

const NO_PARTS = 'A multipart has no parts, so it is shown as text.'

class TreeReader {
  readonly #raw: Buffer
  readonly #open = new Boundaries<MimePart>()
  readonly #defects = new Set<string>()
  #parts = 0
  #root: MimePart | null = null
  /** The part whose body is being read; null between parts. */
  #leaf: MimePart | null = null

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  /** @param boundary of the mail, instead of the one in its header. */
  read(boundary: string | null): MimeTree {
    const raw = this.#raw
    const { root, fields, bodyStart } = this.#begin(0, 'text/plain', boundary)
    let at = bodyStart
    for (;;) {
      const line = nextDashes(raw, at)
      if (line < 0 || this.#open.size === 0 || this.#parts >= MAX_PARTS) break
      const lineEnd = endOfLine(raw, line)
      const found = this.#open.find(raw, line, lineEnd)
      at = found ? this.#pass(found.index, found.isClose, line, lineEnd) : Math.max(lineEnd, line + 2)
    }
    if (this.#parts >= MAX_PARTS) this.#defects.add(`Only the first ${MAX_PARTS} parts are shown.`)
    else if (this.#open.size > 0) this.#defects.add('The last part has no end.')
    this.#endLeaf(raw.length)
    for (const part of this.#open.takeFrom(0)) this.#close(part, raw.length)
    return { root, fields, defects: this.#defects }
  }

  /** Passes a boundary line. Parts inside that have no end, end here. */
  #pass(index: number, isClose: boolean, line: number, lineEnd: number): number {
    const bodyEnd = beforeLineBreak(this.#raw, line)
    this.#endLeaf(bodyEnd)
    const inner = this.#open.takeFrom(isClose ? index : index + 1)
    if (inner.length > (isClose ? 1 : 0)) this.#defects.add('A multipart has no end.')
    for (const part of inner) this.#close(part, bodyEnd)
    const next = Math.min(lineEnd + 1, this.#raw.length)
    if (isClose) return next
    const parent = this.#open.at(index)
    const type = parent.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    const { root, bodyStart } = this.#begin(next, type, null)
    parent.children!.push(root)
    return bodyStart
  }

  #begin(start: number, defaultType: string, boundary: string | null) {
    const raw = this.#raw
    const isBoundary = (from: number, to: number) => this.#open.find(raw, from, to) !== null
    const maxBytes = start === 0 ? MAX_MAIL_HEADERS : MAX_PART_HEADERS
    const block = readHeaderBlock({ raw, start, end: raw.length, maxBytes, isBoundary })
    if (block.isCut) this.#defects.add('There are too many header fields; the last ones are left out.')
    const part = toPart(block.fields, defaultType, block.bodyStart)
    this.#root ??= part
    this.#parts += 1
    if (part.type.startsWith('multipart/')) this.#openMultipart(part, boundary)
    if (part.children === null) this.#leaf = part
    return { root: part, fields: block.fields, bodyStart: block.bodyStart }
  }

  #openMultipart(part: MimePart, given: string | null): void {
    const boundary = given ?? (part.params.get('boundary')?.trimEnd() || guessBoundary(this.#raw, part.start))
    const isTooDeep = this.#open.size >= MAX_DEPTH
    if (isTooDeep) this.#defects.add(`Multiparts are nested more than ${MAX_DEPTH} deep.`)
    if (boundary === null || isTooDeep) {
      if (boundary === null) this.#defects.add(NO_PARTS)
      Object.assign(part, asText(part))
      return
    }
    part.children = []
    // One character for each byte, as the lines are compared.
    this.#open.add(Buffer.from(boundary).toString('latin1'), part)
  }

  #endLeaf(end: number): void {
    if (this.#leaf) this.#leaf.end = Math.max(this.#leaf.start, end)
    this.#leaf = null
  }

  #close(part: MimePart, end: number): void {
    part.end = Math.max(part.start, end)
    // The root is read again: see above.
    if (part.children?.length === 0 && part !== this.#root) {
      this.#defects.add(NO_PARTS)
      Object.assign(part, asText(part))
    }
  }
}

function toPart(fields: HeaderField[], defaultType: string, start: number): MimePart {
  const headerOf = (name: string, read = fieldLatin1) => {
    const field = fields.find((one) => one.name.toLowerCase() === name)
    return field ? read(field) : ''
  }
  const { value, params } = parseParams(headerOf('content-type'))
  const disposition = parseParams(headerOf('content-disposition'))
  return {
    type: toType(value, defaultType),
    params,
    disposition: disposition.value,
    filename: disposition.params.get('filename') ?? params.get('name') ?? null,
    contentId: toContentId(headerOf('content-id', fieldText)),
    encoding: toEncoding(headerOf('content-transfer-encoding')),
    start,
    end: start,
    children: null,
  }
}

/** What is no type means plain text (RFC 2045 section 5.2), unless it says HTML in its own way. */
function toType(value: string, defaultType: string): string {
  if (value === '') return defaultType
  const type = value.replace(/\s+/g, '')
  if (TYPE.test(type)) return type
  const [first = ''] = value.split(/\s/, 1)
  if (TYPE.test(first)) return first
  return type.includes('html') ? 'text/html' : 'text/plain'
}

function toContentId(header: string): string | null {
  const id = header.replace(/[\s<>]+/g, '')
  return id === '' || id.length > 998 ? null : id
}

const asText = (part: MimePart): MimePart => ({ ...part, type: 'text/plain', children: null })

/** The next line that begins with two dashes; negative if there is none. */
function nextDashes(raw: Buffer, from: number): number {
  const isAtLineStart = from === 0 || raw[from - 1] === LF
  if (isAtLineStart && raw[from] === 0x2d && raw[from + 1] === 0x2d) return from
  const found = raw.indexOf('\n--', Math.max(0, isAtLineStart ? from - 1 : from), 'latin1')
  return found < 0 ? -1 : found + 1
}

function endOfLine(raw: Buffer, from: number): number {
  const found = raw.indexOf(LF, from)
  return found < 0 ? raw.length : found
}

/** The line break before a boundary belongs to the boundary. */
function beforeLineBreak(raw: Buffer, line: number): number {
  const end = line > 0 && raw[line - 1] === LF ? line - 1 : line
  return end > 0 && raw[end - 1] === CR ? end - 1 : end
}

/** The first line that begins with two dashes, near the beginning. */
function guessBoundary(raw: Buffer, start: number): string | null {
  const line = nextDashes(raw, start)
  if (line < 0 || line - start > GUESS_BYTES) return null
  const text = raw.toString('utf8', line + 2, Math.min(endOfLine(raw, line), line + 80)).trimEnd()
  return text === '' ? null : text
}
