import { toReplyText } from '@postline/mail-parser'

/** Most text that is looked at, in characters: longer ones would hold up other requests. */
const MAX_CHARS = 64 * 1024

/** What a mail of ours adds to what it quotes, as far as it is in the beginning of a long text. */
export const beginningOfAdded = (text: string): string => toReplyText(text.slice(0, MAX_CHARS).replace(/\r\n?/g, '\n'))

/** What a mail of ours adds to what it quotes. A long text is left whole. */
export const addedText = (text: string): string => (text.length > MAX_CHARS ? text : beginningOfAdded(text))
