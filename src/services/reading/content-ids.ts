/** A content id that mail of ours can have. */
const OWN = /^[\w.@+-]{1,255}$/
const NOT_OF_OWN = /[^\w.@+-]/g
/** Leaves room for a number. */
const MAX_CHARS = 240
/** How HTML refers to a file of its mail (RFC 2392). */
const REFERENCE = /\bcid:([^\s"'<>()]{1,3000})/gi

/** What content ids of foreign mail are called in mail of ours, by the id there. */
export type OwnContentIds = ReadonlyMap<string, string>

/** Gives content ids of foreign mail, which may have any characters, a form that mail of ours can have. */
export function ownContentIds(given: readonly (string | null)[]): OwnContentIds {
  const ids = [...new Set(given.flatMap((id) => id ?? []))]
  const taken = new Set(ids.filter((id) => OWN.test(id)))
  return new Map(ids.map((id, index) => [id, OWN.test(id) ? id : freeId(id, index, taken)]))
}

/** Whether all files are called as before, so that nothing that refers to them has to change. */
export const hasOnlyOwn = (ids: OwnContentIds): boolean => [...ids].every(([given, own]) => given === own)

/** HTML whose references to files are changed as their ids are. Long HTML is for the reader threads. */
export function replaceContentIds(html: string, ids: OwnContentIds): string {
  return html.replace(REFERENCE, (whole: string, reference: string) => {
    const own = ids.get(reference) ?? ids.get(decodedReference(reference))
    return own === undefined ? whole : `cid:${own}`
  })
}

function freeId(given: string, index: number, taken: Set<string>): string {
  const plain = given.replace(NOT_OF_OWN, '-').slice(0, MAX_CHARS)
  const own = taken.has(plain) ? `${plain}-${index}` : plain
  taken.add(own)
  return own
}

/** The content id that a reference in HTML means, without its entities and percent escapes. */
export function decodedReference(reference: string): string {
  const text = reference.replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
