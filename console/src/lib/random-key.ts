const BYTES = 16

/** A text that nobody has used before. Works without https too, unlike `crypto.randomUUID`. */
export function randomKey(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
