/**
 * What travels on a stream: a hint that a row of the ledger may have work to do. Below 200 bytes, never content, never a
 * secret.
 */
export interface Hint {
  /** Id of the row. */
  id: string
  accountId: string
  /** What the work goes to. Rows with the same target share a worker fairly with all others. */
  target?: string | undefined
}

/** Which partition the work of an account travels in: always the same one (FNV-1a). */
export function partitionOf(accountId: string, partitions: number): number {
  if (partitions === 1) return 0
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index += 1) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % partitions
}

/** A hint as the fields of a stream entry. Their names are short because there are millions of them. */
export function encodeHint({ id, accountId, target }: Hint): string[] {
  const fields = ['v', '1', 'i', id, 'a', accountId]
  return target ? [...fields, 't', target] : fields
}

/** A stream entry as a hint; null when it is not one of ours. */
export function decodeHint(fields: string[] | null): Hint | null {
  const entry: Record<string, string> = {}
  for (let index = 0; fields && index + 1 < fields.length; index += 2) entry[fields[index]!] = fields[index + 1]!
  if (entry.v !== '1' || !entry.i || !entry.a) return null
  return { id: entry.i, accountId: entry.a, ...(entry.t && { target: entry.t }) }
}
