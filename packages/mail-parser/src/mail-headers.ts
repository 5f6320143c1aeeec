import { MAX_ADDRESSES, parseAddresses } from './addresses.js'
import { parseMailDate } from './mail-date.js'
import { parseMessageId, parseMessageIds } from './message-ids.js'
import { decodeWords } from './mime/encoded-words.js'
import { fieldText, type HeaderField, isFieldCut } from './mime/header-block.js'
import type { ParsedMail } from './parsed-mail.js'

/** What the header of a mail says. */
export type MailHeaders = Omit<
  ParsedMail,
  'text' | 'html' | 'htmlSafe' | 'replyText' | 'attachments' | 'searchText' | 'defects'
>

const MAX_LISTED = 2_000
const MAX_LISTED_CHARS = 256 * 1024
const MAX_VALUE_CHARS = 32 * 1024
const MAX_SUBJECT_CHARS = 4_000

/**
 * Reads the header of a mail. Of a field that may be there only once, the first one counts; addresses of several To or
 * Cc fields are joined.
 * @param defects gets what is wrong.
 */
export function readMailHeaders(fields: readonly HeaderField[], defects: Set<string>): MailHeaders {
  const byName = groupByName(fields)
  const first = (name: string) => {
    const field = byName.get(name)?.[0]
    return field ? fieldText(field) : ''
  }
  // Half an id would name another mail.
  const ids = (name: string) => {
    const text = decodeWords(first(name))
    const isCut = byName.get(name)?.slice(0, 1).some(isFieldCut)
    return parseMessageIds(isCut ? text.slice(0, text.lastIndexOf('>') + 1) : text)
  }
  const all = (name: string) => (byName.get(name) ?? []).map(fieldText).join(', ')
  const addresses = (name: string, text: (name: string) => string) => {
    const found = parseAddresses(text(name))
    if (found.length === MAX_ADDRESSES) defects.add(`Only the first ${MAX_ADDRESSES} addresses of ${name} are read.`)
    return found
  }
  for (const name of ['from', 'subject', 'message-id', 'date', 'content-type']) {
    if ((byName.get(name)?.length ?? 0) > 1) defects.add(`There is more than one ${name} header; the first one counts.`)
  }
  return {
    rfcMessageId: parseMessageId(decodeWords(first('message-id'))),
    inReplyTo: ids('in-reply-to'),
    references: ids('references'),
    sentAt: parseMailDate(first('date')),
    from: addresses('from', first),
    replyTo: addresses('reply-to', first),
    to: addresses('to', all),
    cc: addresses('cc', all),
    subject: cut(
      decodeWords(first('subject'))
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
      MAX_SUBJECT_CHARS,
    ),
    headers: listHeaders(fields, defects),
  }
}

function groupByName(fields: readonly HeaderField[]): Map<string, HeaderField[]> {
  const byName = new Map<string, HeaderField[]>()
  for (const field of fields) {
    const name = field.name.toLowerCase()
    const sameName = byName.get(name)
    if (sameName) sameName.push(field)
    else byName.set(name, [field])
  }
  return byName
}

function listHeaders(fields: readonly HeaderField[], defects: Set<string>): MailHeaders['headers'] {
  const listed: MailHeaders['headers'] = []
  let left = MAX_LISTED_CHARS
  for (const field of fields) {
    if (listed.length >= MAX_LISTED || left <= 0) {
      defects.add('There are too many header fields; the last ones are not listed.')
      break
    }
    const value = decodeWords(fieldText(field))
    if (value.length > MAX_VALUE_CHARS || isFieldCut(field))
      defects.add(`The header ${field.name.slice(0, 80)} is cut.`)
    listed.push({ name: cut(field.name, 1_000), value: cut(value, MAX_VALUE_CHARS) })
    left -= Math.min(value.length, MAX_VALUE_CHARS) + field.name.length
  }
  return listed
}

/** Cuts text, not in the middle of a character. */
function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')
}
