/*
 * Reads the fields in the parts of a report (RFC 3464 section 2.1, RFC 5965 section 3). They look like the header of a
 * mail, but a line that is no field is skipped, where it would end a header. Texts are Latin-1, a character for each byte,
 * with LF between lines.
 *
 * Anybody can send a report, so all of this takes time in proportion to the length of the text: it looks for characters
 * one after the other, and no pattern runs over text of any length.
 */

/** The first field of each name, by lower-case name, unfolded. */
export type Fields = ReadonlyMap<string, string>

const MAX_FIELDS = 500

/** Reads the fields of a group. */
export function readFields(text: string): Fields {
  const fields = new Map<string, string>()
  for (const [name, value] of fieldsOf(text)) if (!fields.has(name)) fields.set(name, value)
  return fields
}

/** All values of the fields of a name, in their order. */
export function allFields(text: string, name: string): string[] {
  return fieldsOf(text).flatMap(([key, value]) => (key === name ? value : []))
}

/** Lower-case names and values. A line that is no field is skipped. */
function fieldsOf(text: string): [string, string][] {
  return unfoldedLines(text).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    return name === '' ? [] : [[name, line.slice(colon + 1).trim()]]
  })
}

/** Lines, each with those behind it that begin with a blank. */
function unfoldedLines(text: string): string[] {
  const folded: string[][] = []
  for (const line of text.split('\n')) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t')
    if (isContinued && folded.length > 0) folded.at(-1)!.push(line.trimStart())
    else if (folded.length < MAX_FIELDS) folded.push([line])
    else break
  }
  return folded.map((lines) => lines.join(' '))
}

/** Texts between empty lines, which may have blanks. */
export function readGroups(text: string, max: number): string[] {
  const groups: string[][] = []
  let isInGroup = false
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && isInGroup) groups.at(-1)!.push(line)
    else if (!isEmpty && groups.push([line]) > max) return groups.slice(0, max).map((lines) => lines.join('\n'))
    isInGroup = !isEmpty
  }
  return groups.map((lines) => lines.join('\n'))
}
