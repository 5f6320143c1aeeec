/**
 * A value as JSON whose object keys are sorted, so that two spellings of the same value give the same text.
 * What JSON leaves out (undefined, functions) is left out here too.
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
