import { decodedReference } from '../content-ids.js'
import { toFrameDocument } from './frame-document.js'
import { FRAME_SCRIPT } from './frame-script.js'
import { type Picture, pictureUrls } from './inline-pictures.js'

/** A mail to show as a page. */
export interface MailPageParts {
  html: string
  /**
   * Where its pictures come from: `sent` HTML is as its author wrote it and names them by content id; `received` HTML is
   * sanitized and names them by index.
   */
  kind: 'sent' | 'received'
  /** Its own pictures, by the name that the HTML has for them. */
  pictures: readonly (readonly [name: string, picture: Picture])[]
  /** Whether a received mail shows its remote pictures. A sent one has them in any case, and the policy of the page decides. */
  withRemote: boolean
}

/** Where the HTML of a sent mail refers to a file of it (RFC 2392). */
const CID = /((?:\bsrc|\bbackground)\s*=\s*["']?|\burl\(\s*["']?)cid:([^\s"'<>()]{1,3000})/gi
/** Pictures of sanitized HTML: values have no `<` and no `>`. */
const IMG = /<img\s[^<>]*>/gi
const REMOTE = /\sdata-remote-src(?==")/
const OWN_FILE = /\ssrc="\/v1\/inbound\/\w+\/attachments\/(\d+)"/
/** Sanitised HTML comes without its own styles. */
const READABLE =
  '<style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}</style>'
/** A mail may have a thousand files; it hardly shows more. */
const MAX_SHOWN = 1_000

/** The indexes of the files that sanitized HTML shows as pictures, each once. */
export function shownFiles(html: string): string[] {
  const shown = new Set<string>()
  for (const [img] of html.matchAll(IMG)) {
    const index = OWN_FILE.exec(img)?.[1]
    if (index !== undefined) shown.add(index)
    if (shown.size === MAX_SHOWN) break
  }
  return [...shown]
}

/** The page that shows a mail. It runs our script alone, and loads only what its policy lets it. */
export function mailPage({ html, kind, pictures, withRemote }: MailPageParts): string {
  const urlOf = pictureUrls(new Map(pictures))
  return kind === 'sent' ? sentPage(html, urlOf) : receivedPage(html, urlOf, withRemote)
}

type UrlOf = (name: string) => string | null

const sentPage = (html: string, urlOf: UrlOf) =>
  toFrameDocument(html, FRAME_SCRIPT).replaceAll(CID, (whole, before: string, reference: string) => {
    const url = urlOf(reference) ?? urlOf(decodedReference(reference))
    return url === null ? whole : before + url
  })

const receivedPage = (html: string, urlOf: UrlOf, withRemote: boolean) =>
  toFrameDocument(READABLE + html, FRAME_SCRIPT).replaceAll(IMG, (img) => {
    const own = img.replace(OWN_FILE, (_whole, index: string) => ` src="${urlOf(index) ?? ''}"`)
    return withRemote ? own.replace(REMOTE, ' src') : own
  })
