/**
 * For these, browsers open connections before they ask the policy, which only keeps them from sending a request; and the last one
 * leads the frame to another page, where scripts may run.
 */
const LEADING_AWAY = /<(?:link|iframe|frame|object|embed|portal|fencedframe|meta)(?=[\s/>])/gi
/** Empty wherever it stands, and means nothing any more. */
const INERT_TAG = '<basefont'

/** Links that say where they open: the sandbox would let them do nothing. A tag ends at the next one, so this is linear. */
const ANCHOR = /<a\s[^<>]*>/gi
const TARGET = /\starget(?=\s*=)/gi
/** Where the head begins, after a doctype: text before that would change how the mail is laid out. */
const BEGINNING = /^(?:\s*<!doctype[^>]*>)?(?:\s*<html[^>]*>)?(?:\s*<head[^>]*>)?/i

/**
 * The HTML of a mail as the page of a frame. Its links open in new tabs, or nowhere if the frame allows none, and it has
 * nothing that connects to other hosts although the policy of the frame allows none, or leads the frame elsewhere.
 * @param script what runs in it, if its policy permits that.
 */
export function toFrameDocument(mail: string, script = ''): string {
  const [head = ''] = BEGINNING.exec(mail) ?? []
  const rest = mail.slice(head.length)
  const own = script && `<script>${script}</script>`
  return `${head}<base target="_blank">${own}${withoutWaysOut(rest)}`
}

const withoutWaysOut = (html: string): string =>
  html.replaceAll(LEADING_AWAY, INERT_TAG).replaceAll(ANCHOR, (tag) => tag.replaceAll(TARGET, ' data-target'))
