import { nullIfKilled } from '../../../lib/threads/task-thread.js'
import type { ReaderThreads } from '../../reading/reader-threads.js'
import type { MailToFile } from '../filing/mail-to-file.js'
import { type FoundBy, foundBy, type SearchedMail } from './mail-terms.js'

/** Longest text that is read without a thread, in characters: that takes about a millisecond. */
const SHORT_CHARS = 8 * 1024

/** Finds what a mail is found by, in a reader thread if it is long. One that takes too long is found without its text. */
export async function readFoundBy(threads: Pick<ReaderThreads, 'run'>, mail: MailToFile): Promise<FoundBy> {
  const bytes = mail.text.length + mail.subject.length
  const searched = searchedOf(mail)
  if (bytes <= SHORT_CHARS) return foundBy(searched)
  const read = await nullIfKilled(threads.run('foundBy', { accountId: mail.accountId, bytes }, { mail: searched }))
  return read ?? foundBy({ ...searched, subject: mail.subject.slice(0, SHORT_CHARS), text: '' })
}

function searchedOf(mail: MailToFile): SearchedMail {
  const { ownAddress, rfcMessageId, subject, from, to, cc, bcc, attachments, text } = mail
  return { ownAddress, rfcMessageId, subject, from, to, cc, bcc, attachments, text }
}
