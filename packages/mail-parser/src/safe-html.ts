import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { toSafeStyle } from './safe-style.js'

/** Where pictures inside a mail come from. */
export interface InlinePictures {
  /** URL of the attachments, before the slash and the index. Without it, they are not shown. */
  attachmentsUrl: string | undefined
  /** The index of an attachment by its content id. */
  indexOf(contentId: string): number | undefined
}

const TAGS = [
  ...['a', 'abbr', 'acronym', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption'],
  ...['center', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em'],
  ...['figcaption', 'figure', 'font', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins'],
  ...['kbd', 'li', 'main', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong'],
  ...[
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'time',
    'tr',
    'tt',
    'u',
    'ul',
    'var',
    'wbr',
  ],
]
/** Attributes for all tags. None loads anything, and none has a name that a page could refer to. */
const ATTRIBUTES = [
  ...['align', 'valign', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'color', 'cite', 'colspan', 'dir', 'face'],
  ...['height', 'hspace', 'lang', 'noshade', 'nowrap', 'reversed', 'rowspan', 'size', 'span', 'start', 'style'],
  ...['summary', 'title', 'type', 'value', 'vspace', 'width'],
]
/** Tags whose text is dropped with them. What stands in audio and video is for readers that cannot play them. */
const DROPPED_WITH_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'noembed', 'noframes', 'template', 'iframe'],
  ...['object', 'applet', 'svg', 'math', 'plaintext'],
]
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i
const REMOTE = /^https?:\/\//i
const CID = /^cid:/i
/** Pictures inside the HTML. Not SVG, which can have scripts. */
const DATA = /^data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=\s]+$/i
const MAX_DATA_CHARS = 64 * 1024
const MAX_URL_CHARS = 8_000
const MAX_NESTING = 500

/**
 * Makes HTML safe to show in a page: an allow-list of tags, attributes and styles, without scripts, forms, event
 * handlers, and anything that loads by itself.
 *
 * - Remote pictures have `data-remote-src` in place of `src`: a reader may switch them on.
 * - Pictures of the mail (`cid:`, RFC 2392) come from its attachments.
 * - Links open in a new window, which gets no access to this one.
 */
export function toSafeHtml(html: string, pictures: InlinePictures): string {
  const options: IOptions = {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ATTRIBUTES,
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'data-remote-src'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data'],
    allowedSchemesAppliedToAttributes: ['cite'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_TEXT,
    nestingLimit: MAX_NESTING,
    parseStyleAttributes: false,
    transformTags: { '*': (name, attributes) => transform(name, attributes, pictures) },
  }
  return sanitizeHtml(html, options)
}

function transform(tagName: string, attributes: Attributes, pictures: InlinePictures): Tag {
  const { style, cite: _cite, ...kept } = attributes
  const safeStyle = style === undefined ? '' : toSafeStyle(style)
  const attribs = safeStyle === '' ? kept : { ...kept, style: safeStyle }
  if (tagName === 'a') return { tagName, attribs: linkOf(attribs) }
  if (tagName === 'img') return { tagName, attribs: pictureOf(attribs, pictures) }
  return { tagName, attribs }
}

function linkOf({ href, target: _target, rel: _rel, ...rest }: Attributes): Attributes {
  const url = withoutControls(href)
  if (!LINK.test(url)) return rest
  return { ...rest, href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

function pictureOf({ src, 'data-remote-src': _remote, ...rest }: Attributes, pictures: InlinePictures): Attributes {
  const url = src?.length && src.length > MAX_DATA_CHARS ? '' : withoutControls(src)
  if (DATA.test(url)) return { ...rest, src: url }
  if (url.length > MAX_URL_CHARS) return rest
  if (REMOTE.test(url)) return { ...rest, 'data-remote-src': url }
  const { attachmentsUrl } = pictures
  const index = CID.test(url) ? pictures.indexOf(contentIdOf(url)) : undefined
  return index === undefined || attachmentsUrl === undefined ? rest : { ...rest, src: `${attachmentsUrl}/${index}` }
}

/** RFC 2392 section 2. */
function contentIdOf(url: string): string {
  const id = url.slice('cid:'.length)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Browsers ignore control characters and blanks in a scheme. */
const withoutControls = (url: string | undefined) => (url ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
