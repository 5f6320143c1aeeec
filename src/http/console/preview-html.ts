import { buffer } from 'node:stream/consumers'
import type { AttachmentFile } from '../../contract/inbound.js'
import { ApiError } from '../../errors.js'
import { getInboundAttachment, getInboundEmail } from '../../operations/inbound.js'
import { getMessageContent } from '../../operations/message-content.js'
import { runOperation } from '../../operations/runner.js'
import type { Caller } from '../../services/caller.js'
import { decodedReference } from '../../services/messages/content-ids.js'
import type { DoorDeps } from '../server.js'
import { isPicture, type Picture, pictureUrls } from './inline-pictures.js'

/** A mail to show, and whether its remote pictures are wanted. */
export interface Wanted {
  id: string
  withRemote: boolean
}

/** The HTML of a mail as it is, and what puts its own pictures into it once it is a page. */
export interface PreviewHtml {
  html: string
  withPictures: (page: string) => string
}

/** Most bytes of the pictures of one mail that are read. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024

/** Where the HTML of a sent mail refers to a file of it (RFC 2392). */
const CID = /((?:\bsrc|\bbackground)\s*=\s*["']?|\burl\(\s*["']?)cid:([^\s"'<>()]{1,3000})/gi
/** Pictures of sanitised HTML: values have no `<` and no `>`. */
const IMG = /<img\s[^<>]*>/gi
const REMOTE = /\sdata-remote-src(?==")/
const OWN_FILE = /\ssrc="\/v1\/inbound\/\w+\/attachments\/(\d+)"/
/** Sanitised HTML has no styles of its own. */
const READABLE =
  '<style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}</style>'

/**
 * The HTML of a message; null if it has none.
 * @throws ApiError `not_found`, or for what the caller may not do.
 */
export async function sentHtml(deps: DoorDeps, caller: Caller | null, { id }: Wanted): Promise<PreviewHtml | null> {
  const { body_html, attachments } = await runOperation(deps, getMessageContent, caller, { id })
  if (body_html === null) return null
  const hasOwn = attachments.some(({ content_id }) => content_id !== null)
  const files = caller && hasOwn ? await deps.services.messageContents.inlineFiles(caller.accountId, id) : []
  const pictures = files.map(({ contentId, ...picture }): [string, Picture] => [contentId, picture])
  const urlOf = pictureUrls(new Map(pictures))
  const withPictures = (page: string) =>
    page.replaceAll(CID, (whole, before: string, reference: string) => {
      const url = urlOf(reference) ?? urlOf(decodedReference(reference))
      return url === null ? whole : before + url
    })
  return { html: body_html, withPictures }
}

/**
 * The sanitised HTML of a received mail; null if it has none, or no more.
 * @throws ApiError as {@link sentHtml}.
 */
export async function receivedHtml(deps: DoorDeps, caller: Caller | null, wanted: Wanted): Promise<PreviewHtml | null> {
  const { id, withRemote } = wanted
  const { html_safe, attachments } = await runOperation(deps, getInboundEmail, caller, { id })
  if (html_safe === null) return null
  const shown = new Set([...html_safe.matchAll(IMG)].flatMap(([img]) => OWN_FILE.exec(img)?.[1] ?? []))
  const pictures = new Map<string, Picture>()
  let left = MAX_PICTURE_BYTES
  for (const index of shown) {
    const file = attachments[Number(index)]
    if (!file || !isPicture(file.content_type) || file.size > left) continue
    left -= file.size
    const bytes = await runOperation(deps, getInboundAttachment, caller, { id, index }).then(bytesOf, unlessGone)
    if (bytes) pictures.set(index, { mediaType: file.content_type, bytes })
  }
  const urlOf = pictureUrls(pictures)
  const withPictures = (page: string) =>
    page.replaceAll(IMG, (img) => {
      const own = img.replace(OWN_FILE, (_whole, index: string) => ` src="${urlOf(index) ?? ''}"`)
      return withRemote ? own.replace(REMOTE, ' src') : own
    })
  return { html: READABLE + html_safe, withPictures }
}

const bytesOf = ({ content }: AttachmentFile) => (Buffer.isBuffer(content) ? content : buffer(content))

/** Files may be gone before the mail is. */
function unlessGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}
