import { formatMailbox, type Mailbox } from '../../../../lib/text/addresses.js'

/** Mailboxes as a header shows them, decoded. */
export const mailboxesText = (mailboxes: readonly Mailbox[]): string => mailboxes.map(mailboxText).join(', ')

/** A mailbox of a received mail may have only a name. */
const mailboxText = ({ name, email }: Mailbox) => (email === '' ? (name ?? '') : formatMailbox({ name, email }))

/** The domain of an address; empty if it has none. */
export const domainOf = (email: string): string => (email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '')
