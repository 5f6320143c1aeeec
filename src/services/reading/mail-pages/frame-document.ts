/** For these, browsers open connections before they ask the policy, which only keeps them from sending a request. */
const CONNECTING_TAGS = /<(?:link|iframe|frame|object|embed|portal|fencedframe)(?=[\s/>])/gi

/** Links that say where they open: the sandbox would let them do nothing. A tag ends at the next one, so this is linear. */
const ANCHOR = /<a\s[^<>]*>/gi
const TARGET = /\starget(?=\s*=)/gi
/** Where the head begins, after a doctype: text before that would change how the mail is laid out. */
const BEGINNING = /^(?:\s*<!doctype[^>]*>)?(?:\s*<html[^>]*>)?(?:\s*<head[^>]*>)?/i

/**
 * The HTML of a mail as the page of a frame. Its links open in new tabs, or nowhere if the frame allows none, and it has
 * nothing that connects to other hosts although the policy of the frame allows none.
 * @param script what runs in it, if its policy permits that.
 */
export function toFrameDocument(mail: string, script = ''): string {
  const [head = ''] = BEGINNING.exec(mail) ?? []
  const rest = mail.slice(head.length)
  const own = script && `<script>${script}</script>`
  return `${head}<base target="_blank">${own}${withoutConnections(rest)}`
}

const withoutConnections = (html: string): string =>
  html.replaceAll(CONNECTING_TAGS, '<meta').replaceAll(ANCHOR, (tag) => tag.replaceAll(TARGET, ' data-target'))
