/** Whether a JSON value takes more than this many characters as text, approximately. Stops as soon as that is known. */
export function isJsonLargerThan(value: unknown, limit: number): boolean {
  let left = limit
  const pending: unknown[] = [value]
  while (pending.length > 0 && left >= 0) {
    const part = pending.pop()
    if (typeof part === 'string') left -= part.length + 3
    else if (typeof part !== 'object' || part === null) left -= 6
    else if (Array.isArray(part)) {
      left -= 2 + part.length
      if (left >= 0) for (const item of part) pending.push(item)
    } else {
      left -= 2
      for (const name in part) {
        left -= name.length + 4
        if (left < 0) return true
        pending.push((part as Record<string, unknown>)[name])
      }
    }
  }
  return left < 0
}
