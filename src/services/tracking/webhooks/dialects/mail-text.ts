import { type Mailbox, showMailbox } from '../../../../lib/text/addresses.js'

/** Mailboxes as a header shows them, decoded. */
export const mailboxesText = (mailboxes: readonly Mailbox[]): string => mailboxes.map(showMailbox).join(', ')

/** The domain of an address; empty if it has none. */
export const domainOf = (email: string): string => (email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '')
