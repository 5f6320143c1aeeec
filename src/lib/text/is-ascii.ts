// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII.
const NOT_ASCII = /[^\x00-\x7f]/

export const isAscii = (text: string): boolean => !NOT_ASCII.test(text)
