/** The key of the raw bytes of a mail in the blob store. @param digest hex SHA-256 of the bytes. */
export const rawKey = (digest: string): string => `raw/${digest}`

/** What the keys of all attachments of a received mail begin with, up to a slash. */
export const attachmentFolder = (inboundId: string): string => `attachment/${inboundId}`

/** The key of an attachment of a received mail in the blob store. @param index its place in the mail, from 0. */
export const attachmentKey = (inboundId: string, index: number): string => `${attachmentFolder(inboundId)}/${index}`
