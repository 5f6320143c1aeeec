import { type Mailbox, showMailbox } from '../../../../lib/mail/addresses.js'

/** Mailboxes as a header shows them, decoded. */
export const mailboxesText = (mailboxes: readonly Mailbox[]): string => mailboxes.map(showMailbox).join(', ')
