/**
 * JSON with sorted object keys, so that equal values give equal texts. Omits what JSON omits (undefined, functions).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    const source = part as Record<string, unknown>
    const sorted: Record<string, unknown> = Object.create(null)
    for (const key of Object.keys(source).sort()) sorted[key] = source[key]
    return sorted
  })
}
