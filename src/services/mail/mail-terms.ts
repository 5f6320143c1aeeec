import { normalizeAddress, splitAddress } from '../../lib/addresses.js'
import type { InboundMailboxDoc } from '../../models/inbound-email.js'
import { words } from '../messages/search-terms.js'
import type { MailToFile } from './mail-to-file.js'
import { comparableId } from './message-ids.js'

/*
 * The terms by which mails are found. A plain term is a word of the subject, the text, an address or a name. What an
 * operator looks for is a term with a blank and a letter before it, which no word has.
 */

/** Most text that is searched, in characters. */
const MAX_TEXT = 64 * 1024
/** Most words of a mail. */
const MAX_TERMS = 2_000
const MAX_ADDRESSES = 100
/** What is longer is no word: base64, for example. */
const MAX_LENGTH = 128

/** Operators that compare words. */
export type TermField = 'from' | 'to' | 'subject' | 'filename' | 'rfc822msgid'

const PREFIXES: Record<TermField, string> = {
  from: ' f:',
  to: ' t:',
  subject: ' s:',
  filename: ' n:',
  rfc822msgid: ' i:',
}

/** Fields whose words a search also finds without an operator. */
const SHOWN_FIELDS = [PREFIXES.from, PREFIXES.to, PREFIXES.subject]
const PREFIX_LENGTH = 3

/** The term of a mail with attachments. */
export const HAS_ATTACHMENT = ' a'

/** The term of an address of ours that a mail arrived at, or is from. */
export const ownAddressTerm = (address: string): string => ` o:${address}`

/** The term of a word that an operator looks for. */
export const fieldTerm = (field: TermField, word: string): string => PREFIXES[field] + word

/** The terms of a mail. Those of operators come first, so that they are never cut. */
export function mailTerms(mail: MailToFile): string[] {
  const from = mail.from.slice(0, MAX_ADDRESSES).flatMap(addressTerms)
  const to = recipientsOf(mail).flatMap(addressTerms)
  const subject = words(mail.subject.slice(0, MAX_TEXT))
  const files = mail.attachments.slice(0, MAX_ADDRESSES).flatMap(({ filename }) => fileTerms(filename))
  const named = [
    ownAddressTerm(mail.ownAddress),
    ...(mail.attachments.length > 0 ? [HAS_ATTACHMENT] : []),
    ...[comparableId(mail.rfcMessageId) ?? ''].map((id) => fieldTerm('rfc822msgid', id)),
    ...from.map((term) => fieldTerm('from', term)),
    ...to.map((term) => fieldTerm('to', term)),
    ...subject.map((term) => fieldTerm('subject', term)),
    ...files.map((term) => fieldTerm('filename', term)),
  ]
  const all = [...named, ...subject, ...from, ...to, ...words(mail.text.slice(0, MAX_TEXT))]
  const short = all.filter((term) => term.length <= MAX_LENGTH || term.startsWith(' i:'))
  return [...new Set(short)].slice(0, MAX_TERMS)
}

/** The terms that another recipient adds. */
export function recipientTerms(mailbox: InboundMailboxDoc): string[] {
  const terms = addressTerms(mailbox)
  return [...terms, ...terms.map((term) => fieldTerm('to', term))]
}

/** The terms that a mail keeps without its text: those of operators, and the words that they name. */
export function withoutTextTerms(terms: readonly string[]): string[] {
  const named = terms.filter((term) => SHOWN_FIELDS.some((prefix) => term.startsWith(prefix)))
  const kept = new Set(named.map((term) => term.slice(PREFIX_LENGTH)))
  return terms.filter((term) => term.startsWith(' ') || kept.has(term))
}

/** The words of a mail in their order: the subject, and the text after a bar, so that no phrase spans both. */
export function wordsInOrder({ subject, text }: Pick<MailToFile, 'subject' | 'text'>): string {
  return ` ${words(subject.slice(0, MAX_TEXT)).join(' ')} | ${words(text.slice(0, MAX_TEXT)).join(' ')} `
}

/** Everyone that a mail went to, in order. */
export function recipientsOf({ to, cc, bcc }: Pick<MailToFile, 'to' | 'cc' | 'bcc'>): InboundMailboxDoc[] {
  return [...to, ...cc, ...bcc].slice(0, MAX_ADDRESSES)
}

function addressTerms({ name, email }: InboundMailboxDoc): string[] {
  const address = normalizeAddress(email).normalize('NFKC')
  const { local, domain } = splitAddress(address)
  return [address, local, domain, ...words(local), ...words(name ?? '')].filter((term) => term !== '')
}

/** A file is found by its name, its words, and so by its extension. */
function fileTerms(filename: string): string[] {
  return [filename.normalize('NFKC').toLowerCase(), ...words(filename)]
}
