import { type Mailbox, showMailbox } from '../../../../lib/text/addresses.js'

/** Mailboxes as a header shows them, decoded. */
export const mailboxesText = (mailboxes: readonly Mailbox[]): string => mailboxes.map(showMailbox).join(', ')
