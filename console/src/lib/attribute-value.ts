const NUMBER = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/

/** What a reader typed, as the API stores it: exactly a number, true or false, and otherwise a text. Like an import. */
export function typedValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : text
}
