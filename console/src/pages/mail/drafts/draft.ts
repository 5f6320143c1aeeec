import type { ChosenFile } from '../chosen-file'
import { toHtml } from '../formatted'
import { splitAddresses } from '../recipients'
import type { StoredDraft } from './draft-operations'

/** A mail as its writer sees it. */
export interface Draft {
  from: string
  to: string
  cc: string
  bcc: string
  subject: string
  text: string
  /** HTML from elsewhere, which stays until the text is changed; null if it is made of the text. */
  html: string | null
  /** Whether the signature of the inbox that it is from is added. */
  signature: boolean
  files: readonly ChosenFile[]
}

/** What a mail is: a new one, or an answer to a thread. */
export interface About {
  kind: 'new' | 'reply' | 'reply_all' | 'forward'
  threadId: string | null
}

export const NEW: About = { kind: 'new', threadId: null }

export const EMPTY_DRAFT: Draft = {
  ...{ from: '', to: '', cc: '', bcc: '', subject: '', text: '', html: null },
  ...{ signature: true, files: [] },
}

/** A draft as the API takes it, without its files. Empty texts and lists clear what was there. */
export function contentOf({ kind }: About, draft: Draft) {
  const { from, to, cc, bcc, subject, text, html, signature } = draft
  // A note in both forms, so that the original is forwarded in both. The API takes no empty note.
  const bodyText = text === '' && kind === 'forward' ? '\n' : text
  return {
    // To the others by the addresses that the writer sees, and to nobody besides.
    ...(kind === 'reply_all' && { kind: 'reply' }),
    ...{ from, to: splitAddresses(to), cc: splitAddresses(cc), bcc: splitAddresses(bcc), subject, signature },
    ...{ bodyText, bodyHtml: html ?? (bodyText === '' ? '' : toHtml(text)) },
  }
}

/** A draft of the API as its writer sees it. */
export function draftOf(stored: StoredDraft): Draft {
  const { from, to, cc, bcc, subject, bodyText, bodyHtml, signature, attachments } = stored
  const text = bodyText ?? textOf(bodyHtml ?? '')
  const isOurs = bodyHtml === null || bodyHtml === toHtml(bodyText ?? '') || (text === '\n' && bodyHtml === toHtml(''))
  return {
    ...{ from: from ?? '', to: to.join(', '), cc: cc.join(', '), bcc: bcc.join(', '), subject: subject ?? '' },
    ...{ text: text === '\n' ? '' : text, html: isOurs ? null : bodyHtml, signature },
    files: attachments.map(({ filename, size }, index) => ({
      ...{ name: filename ?? 'file', size: size ?? 0, content: null, stored: index },
    })),
  }
}

/** Whether two drafts say the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const comparable = ({ files, to, cc, bcc, ...rest }: Draft) =>
    JSON.stringify([
      rest.from,
      ...[to, cc, bcc].map(splitAddresses),
      ...[rest.subject, rest.text, rest.html, rest.signature],
      ...files.map(({ name, size }) => [name, size]),
    ])
  return comparable(one) === comparable(other)
}

/** The words of an HTML body that has no text beside it, with bold words, links and lists as `toHtml` reads them. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, title')) element.remove()
  for (const element of body.querySelectorAll('strong, b')) {
    const words = wordsOf(element)
    const isPlain = !element.closest('a') && !element.querySelector('a, br, p, div, li')
    if (isPlain && words !== '') element.textContent = `**${words}**`
  }
  for (const link of body.querySelectorAll('a[href]')) link.textContent = linkOf(link)
  for (const item of body.querySelectorAll('li')) item.prepend(item.parentElement?.tagName === 'OL' ? '1. ' : '- ')
  for (const element of body.querySelectorAll('br, p, div, li, tr, h1, h2, h3')) element.after('\n')
  return (body.textContent ?? '').replaceAll(/\n{3,}/g, '\n\n').trim()
}

const wordsOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** A link as `toHtml` reads it. An address that stands for itself, and what leads nowhere outside, are their words alone. */
function linkOf(link: Element): string {
  const [words, address] = [wordsOf(link), (link.getAttribute('href') ?? '').trim()]
  const isOutside = /^(https?:|mailto:|\{\{)/i.test(address)
  return isOutside && words !== '' && address.replace(/^mailto:/i, '') !== words ? `[${words}](${address})` : words
}
