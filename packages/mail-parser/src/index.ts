export { parseAddresses } from './addresses.js'
export { beginningOfHtml, htmlToText } from './html-text.js'
export { parseMailDate } from './mail-date.js'
export { type MailPart, readParts } from './mail-parts.js'
export { bareId } from './message-ids.js'
export { fieldLatin1, fieldText, type HeaderBlock, type HeaderField, readHeaderBlock } from './mime/header-block.js'
export {
  type MailInBytes,
  type MailOutline,
  type ParseOptions,
  parseMail,
  parseOutline,
  unreadableMail,
  withContents,
} from './parse-mail.js'
export type { Mailbox, ParsedAttachment, ParsedMail } from './parsed-mail.js'
export { toReplyText } from './reply-text.js'
export { type InlinePictures, toSafeHtml } from './safe-html.js'
