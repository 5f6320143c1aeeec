import type { MimePart } from './mime/mime-tree.js'

/** The parts of a mail by their use. */
export interface BodyParts {
  /** What is read as text: plain text and, where there is no other form of it, HTML. */
  text: MimePart[]
  /** What is read as HTML: HTML and, where there is no other form of it, plain text. */
  html: MimePart[]
  /** Everything else, in the order of the mail. */
  attachments: MimePart[]
}

const TEXT = 'text/plain'
const HTML = 'text/html'

/**
 * Separates the parts to read from the attachments, as RFC 8621 section 4.1.4 does, with two differences: pictures are
 * always attachments, and the page of a related multipart need not be its first part. A text with a file name that is
 * not the first part is an attachment, too.
 */
export function sortParts(root: MimePart): BodyParts {
  const found: BodyParts = { text: [], html: [], attachments: [] }
  sort(
    [root],
    { multipart: 'mixed', first: root, isAlternative: false, text: found.text, html: found.html },
    found.attachments,
  )
  return found
}

interface Place {
  /** The subtype of the multipart around. */
  multipart: string
  /** The part that is read whatever its name; in a related multipart the only one. */
  first: MimePart | undefined
  isAlternative: boolean
  /** Null where the text, or the HTML, is not for this branch. */
  text: MimePart[] | null
  html: MimePart[] | null
}

/** As deep as the mail is nested, which is limited. */
function sort(parts: MimePart[], place: Place, attachments: MimePart[]): void {
  const textBefore = place.text?.length ?? -1
  const htmlBefore = place.html?.length ?? -1
  for (const part of parts) {
    if (part.children) sortMultipart(part, place, attachments)
    else if (!isBody(part, place)) attachments.push(part)
    else sortBody(part, place, attachments)
  }
  if (place.multipart !== 'alternative' || !place.text || !place.html) return
  // Only one form of the alternative is there: it stands for both.
  if (textBefore === place.text.length && htmlBefore !== place.html.length)
    place.text.push(...place.html.slice(htmlBefore))
  if (htmlBefore === place.html.length && textBefore !== place.text.length)
    place.html.push(...place.text.slice(textBefore))
}

function sortMultipart(part: MimePart, place: Place, attachments: MimePart[]): void {
  const multipart = part.type.slice('multipart/'.length)
  const isAlternative = place.isAlternative || multipart === 'alternative'
  const first = multipart === 'related' ? rootOf(part) : part.children![0]
  sort(part.children!, { ...place, multipart, first, isAlternative }, attachments)
}

/** The part of a related multipart that uses the others (RFC 2387): the one that is named, or the first that can be read. */
function rootOf({ children, params }: MimePart): MimePart | undefined {
  const readable = children!.filter((part) => part.children || isText(part))
  const start = params.get('start')?.trim().replace(/^<|>$/g, '')
  return readable.find(({ contentId }) => start && contentId === start) ?? readable[0]
}

const isText = ({ disposition, type }: MimePart) => disposition !== 'attachment' && (type === TEXT || type === HTML)

const isBody = (part: MimePart, { first, multipart }: Place): boolean =>
  isText(part) && (part === first || (multipart !== 'related' && part.filename === null))

function sortBody(part: MimePart, place: Place, attachments: MimePart[]): void {
  if (place.multipart === 'alternative') {
    const own = part.type === TEXT ? place.text : place.html
    if (own) own.push(part)
    else attachments.push(part)
    return
  }
  if (place.isAlternative) {
    // This branch of the alternative has the form of its first part.
    if (part.type === TEXT) place.html = null
    else place.text = null
  }
  if (!place.text && !place.html) attachments.push(part)
  place.text?.push(part)
  place.html?.push(part)
}
