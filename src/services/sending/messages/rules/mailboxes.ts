import { type ErrorCode, fieldError } from '../../../../errors.js'
import { parseMailbox } from '../../../../lib/mail/addresses.js'
import type { MailboxDoc } from '../../../../models/message.js'

export const NO_MAILBOX = 'is not a valid address, like user@example.com or Name <user@example.com>'

/**
 * Addresses of a request, bare or with a display name.
 * @throws ApiError `code`, naming the first invalid address.
 */
export function prepareMailboxes(path: string, texts: string[] | undefined, code: ErrorCode): MailboxDoc[] {
  return (texts ?? []).map((text, index) => {
    const mailbox = parseMailbox(text)
    if (!mailbox) throw fieldError(code, `${path}.${index}`, NO_MAILBOX)
    return { name: mailbox.name, email: mailbox.email }
  })
}
