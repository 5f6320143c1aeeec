/** A stream entry: a hint that a row may have work to do. Less than 200 bytes, without content and secrets. */
export interface Hint {
  /** Id of the row. */
  id: string
  accountId: string
  /** The target of the work. Targets share a worker fairly. */
  target?: string | undefined
}

/** The partition of an account's work: always the same one (FNV-1a). */
export function partitionOf(accountId: string, partitions: number): number {
  if (partitions === 1) return 0
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index += 1) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % partitions
}

/** A hint as scripts take it and backlogs hold it. */
export const hintText = ({ id, accountId, target }: Hint): string => `${accountId} ${id}${target ? ` ${target}` : ''}`

/** Decodes a stream entry; null if it is not ours. */
export function decodeHint(fields: string[] | null): Hint | null {
  const entry: Record<string, string> = {}
  for (let index = 0; fields && index + 1 < fields.length; index += 2) entry[fields[index]!] = fields[index + 1]!
  if (entry.v !== '1' || !entry.i || !entry.a) return null
  return { id: entry.i, accountId: entry.a, ...(entry.t && { target: entry.t }) }
}
