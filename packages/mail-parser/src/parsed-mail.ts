/** A name and an address. */
export interface Mailbox {
  /** Null if there is only an address. */
  name: string | null
  email: string
}

/** An attachment with its decoded bytes. */
export interface ParsedAttachment {
  /** Made up if the mail has none; without folders and control characters. */
  filename: string
  /** Lower case, without parameters. */
  contentType: string
  /** Without angle brackets; null if it has none. */
  contentId: string | null
  content: Buffer
}

/** What a mail says. All texts are decoded and without NUL; what is too long is cut, and `defects` says so. */
export interface ParsedMail {
  /** Message ids are without angle brackets and white space. Null if the mail has none. */
  rfcMessageId: string | null
  inReplyTo: string[]
  /** In the order of the header. Of very many, the first and the last ones. */
  references: string[]
  /** The time in the Date header; null if it has none that can be read. */
  sentAt: Date | null
  /** The first From header. `email` is empty if only a name is there. Groups are replaced by their members. */
  from: Mailbox[]
  replyTo: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  subject: string
  /** Null if the mail has only HTML, or no body. Lines end with LF; flowed lines (RFC 3676) are joined. */
  text: string | null
  /** As in the mail; null if it has none. */
  html: string | null
  /** The HTML for reading: see `toSafeHtml`. */
  htmlSafe: string | null
  /** What the mail adds to what it quotes, from its text or else its HTML; null if it has neither. */
  replyText: string | null
  /** In the order of the mail. */
  headers: { name: string; value: string }[]
  /** In the order of the mail. */
  attachments: ParsedAttachment[]
  /** The words of the body: its text or, of an HTML mail, the text of the HTML. */
  searchText: string
  /** What is wrong with the mail or was left out, for people. */
  defects: string[]
}
