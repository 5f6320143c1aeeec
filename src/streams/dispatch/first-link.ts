import type { MailContent } from '../../models/message.js'

/** The start of a link in HTML. What lies before `href` has no `<`, so no part of the text is read twice. */
const IN_HTML =
  /<a\s(?:[^<>]*?\s)?href\s*=\s*(?:"\s*(https?:\/\/[^"\s]*)|'\s*(https?:\/\/[^'\s]*)|(https?:\/\/[^\s"'<>]*))/i
const IN_TEXT = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'*]/i
/** Longer ones are hardly meant to be read again. */
const MAX_CHARS = 2_000

/** The first link to a web page in a mail, of its HTML if it has one there; null without any. Takes linear time. */
export function firstLink({ html, text }: Pick<MailContent, 'html' | 'text'>): string | null {
  const link = (html && inHtml(html)) || IN_TEXT.exec(text ?? '')?.[0]
  return link && link.length <= MAX_CHARS ? link : null
}

function inHtml(html: string): string | undefined {
  const [, ...ways] = IN_HTML.exec(html) ?? []
  return ways.find((link) => link !== undefined)?.replaceAll('&amp;', '&')
}
