/**
 * The mailboxes of a text with commas between them, as in a header: a comma within quotes or angle brackets does not count.
 * Whether each is an address is left to the operation.
 */
export function splitAddressList(text: string): string[] {
  const found: string[] = []
  let begin = 0
  let isQuoted = false
  let isBracketed = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isQuoted && sign === '\\') at += 1
    else if (sign === '"' && !isBracketed) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '<') isBracketed = true
    else if (sign === '>') isBracketed = false
    else if (sign === ',' && !isBracketed) {
      found.push(text.slice(begin, at))
      begin = at + 1
    }
  }
  found.push(text.slice(begin))
  return found.map((mailbox) => mailbox.trim()).filter((mailbox) => mailbox !== '')
}
