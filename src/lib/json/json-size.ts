/** Roughly how many characters a JSON value takes as text. Above a limit, counting stops. */
export function jsonSize(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  let size = 0
  const pending: unknown[] = [value]
  while (pending.length > 0 && size <= limit) {
    const part = pending.pop()
    if (typeof part === 'string') size += part.length + 3
    else if (typeof part !== 'object' || part === null) size += 6
    else if (Array.isArray(part)) {
      size += 2 + part.length
      if (size <= limit) for (const item of part) pending.push(item)
    } else {
      size += 2
      for (const name in part) {
        size += name.length + 4
        if (size > limit) return size
        pending.push((part as Record<string, unknown>)[name])
      }
    }
  }
  return size
}

/** Whether a JSON value takes more than this many characters as text, approximately. Stops as soon as that is known. */
export const isJsonLargerThan = (value: unknown, limit: number): boolean => jsonSize(value, limit) > limit
