import { attachmentOf } from './chosen-file'
import type { Draft } from './drafts'
import { toHtml } from './formatted'
import { splitAddresses } from './recipients'

/**
 * A draft as the API takes it, without its recipients.
 * @param set notes in the draft which files cannot be read.
 * @returns null if there are such files.
 */
export async function bodyOf(draft: Draft, set: (changes: Partial<Draft>) => void) {
  const { from, cc, bcc, subject, text, files } = draft
  const read = await Promise.all(files.map(attachmentOf))
  const attachments = read.filter((file) => file !== null)
  if (attachments.length < files.length) {
    set({ files: files.map((file, index) => (read[index] ? file : { ...file, content: null })) })
    return null
  }
  return {
    from: from || null,
    cc: listOrNull(cc),
    bcc: listOrNull(bcc),
    subject: subject || null,
    bodyText: text,
    bodyHtml: toHtml(text),
    attachments: attachments.length > 0 ? attachments : null,
  }
}

function listOrNull(text: string): string[] | null {
  const addresses = splitAddresses(text)
  return addresses.length > 0 ? addresses : null
}
