import { normalizeAddress, splitAddress } from '../../../lib/mail/addresses.js'
import { normalized } from '../../../lib/text/normalized.js'
import type { InboundMailboxDoc } from '../../../models/inbound-email.js'
import { words } from '../../platform/search/message-terms.js'
import { beginningOf, type Term, type TermSet } from '../../platform/search/term-index.js'
import type { MailToFile } from '../filing/mail-to-file.js'
import { comparableId } from '../filing/message-ids.js'
import { folded } from './fold-letters.js'

/*
 * The terms by which mails are found. A plain term is a word of the subject, the text, an address or a name. What an
 * operator looks for is a term with a blank and a letter before it, which no word has. Letters have no marks: see `folded`.
 */

/** Most text that is searched, in characters. */
const MAX_TEXT = 64 * 1024
/** Most words of a mail. */
export const MAX_TERMS = 2_000
/** Most terms of operators, of which a mail with attachments has two each. */
const MAX_OPERATOR_TERMS = 900
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

/** What a term says, without its operator. */
export const plainTerm = (term: string): string => term.replace(/^( a)? [a-z]:/, '')

/**
 * Terms of operators in a mail with attachments: each also together with `has:attachment`. Many mails have attachments,
 * and many go to one address; those that do both are quick to find only if the index says so.
 */
const withAttachmentTerms = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => [term, HAS_ATTACHMENT + term])

/**
 * Sets of terms, of each of which a matching mail has one. `has:attachment` is joined with the other operators: fewer
 * mails have the joined terms.
 */
export function combined(sets: readonly TermSet[]): TermSet[] {
  const isAttachment = (set: TermSet) => set.length === 1 && set[0] === HAS_ATTACHMENT
  const isOperator = (set: TermSet) => set.every((term) => beginningOf(term).startsWith(' ')) && !isAttachment(set)
  if (!sets.some(isAttachment) || !sets.some(isOperator)) return [...sets]
  const others = sets.filter((set) => !isAttachment(set))
  return others.map((set) => (isOperator(set) ? set.map(inAttachments) : set))
}

const inAttachments = (term: Term): Term =>
  typeof term === 'string' ? HAS_ATTACHMENT + term : { startsWith: HAS_ATTACHMENT + term.startsWith }

/** What a mail is searched by. */
export type SearchedMail = Pick<
  MailToFile,
  'ownAddress' | 'rfcMessageId' | 'subject' | 'from' | 'to' | 'cc' | 'bcc' | 'attachments' | 'text'
>
/** What searches find a mail by. */
export interface FoundBy {
  terms: string[]
  /** See {@link wordsInOrder}. */
  inOrder: string
}

export const foundBy = (mail: SearchedMail): FoundBy => ({ terms: mailTerms(mail), inOrder: wordsInOrder(mail) })

/** The terms of a mail. Those of operators come first, so that they are never cut. */
function mailTerms(mail: SearchedMail): string[] {
  const from = mail.from.slice(0, MAX_ADDRESSES).flatMap(addressTerms)
  const to = recipientsOf(mail).flatMap(addressTerms)
  const subject = foldedWords(mail.subject)
  const files = mail.attachments.slice(0, MAX_ADDRESSES).flatMap(({ filename }) => fileTerms(filename))
  const operators = short([
    ownAddressTerm(mail.ownAddress),
    ...[comparableId(mail.rfcMessageId) ?? ''].map((id) => fieldTerm('rfc822msgid', id)),
    ...from.map((term) => fieldTerm('from', term)),
    ...to.map((term) => fieldTerm('to', term)),
    ...subject.map((term) => fieldTerm('subject', term)),
    ...files.map((term) => fieldTerm('filename', term)),
  ]).slice(0, MAX_OPERATOR_TERMS)
  const named = mail.attachments.length > 0 ? [HAS_ATTACHMENT, ...withAttachmentTerms(operators)] : operators
  const shown = short([...subject, ...from, ...to, ...foldedWords(mail.text)])
  return [...new Set([...named, ...shown])].slice(0, MAX_TERMS)
}

/** Each term once, without those that are too long. */
const short = (terms: readonly string[]) =>
  [...new Set(terms)].filter((term) => term.length <= MAX_LENGTH || term.startsWith(PREFIXES.rfc822msgid))

/**
 * The terms of a mail that also arrived at another address of ours. It is no recipient that words find, unless a header
 * names it: a key of another inbox must not find out by searches who got a blind copy.
 */
export function termsWithCopy(terms: readonly string[], ownAddress: string): string[] {
  const added = [ownAddressTerm(ownAddress)]
  return [...new Set([...terms, ...(terms.includes(HAS_ATTACHMENT) ? withAttachmentTerms(added) : added)])]
}

/** The terms that a mail keeps without its text: those of operators, and the words that they name. */
export function withoutTextTerms(terms: readonly string[]): string[] {
  const named = terms.filter((term) => SHOWN_FIELDS.some((prefix) => term.startsWith(prefix)))
  const kept = new Set(named.map((term) => term.slice(PREFIX_LENGTH)))
  return terms.filter((term) => term.startsWith(' ') || kept.has(term))
}

/**
 * The words of a mail in their order: the subject, and the text after a bar, so that no phrase spans both. The same once
 * more after another bar if its letters can be folded in two ways.
 */
export function wordsInOrder({ subject, text }: Pick<MailToFile, 'subject' | 'text'>): string {
  const [subjects, texts] = [foldings(subject), foldings(text)]
  const versions = Math.max(subjects.length, texts.length)
  const inOrder = (all: readonly string[], version: number) => words(all[version] ?? all[0]!).join(' ')
  return Array.from(
    { length: versions },
    (_none, version) => ` ${inOrder(subjects, version)} | ${inOrder(texts, version)} `,
  ).join('|')
}

const foldedWords = (text: string) => foldings(text).flatMap(words)

/** A text from outside in lower case, folded. As a whole that is much quicker than word by word. */
function foldings(text: string): string[] {
  // Some characters stand for many: the limit holds for what they become.
  return folded(normalized(text.slice(0, MAX_TEXT), 'NFKC').slice(0, MAX_TEXT).toLowerCase())
}

/** Everyone that a mail went to, in order. */
export function recipientsOf({ to, cc, bcc }: Pick<MailToFile, 'to' | 'cc' | 'bcc'>): InboundMailboxDoc[] {
  return [...to, ...cc, ...bcc].slice(0, MAX_ADDRESSES)
}

function addressTerms({ name, email }: InboundMailboxDoc): string[] {
  const address = normalized(normalizeAddress(email), 'NFKC')
  const { local, domain } = splitAddress(address)
  const terms = [address, local, domain, ...words(local), ...words(name ?? '')].flatMap(folded)
  // A sign may become a blank: with one before it, the address of a stranger would be the term of an operator.
  return terms.map((term) => term.trim()).filter((term) => term !== '')
}

/** A file is found by its name, its words, and so by its extension. */
function fileTerms(filename: string): string[] {
  return [normalized(filename, 'NFKC').toLowerCase(), ...words(filename)].flatMap(folded)
}
