const DUPLICATE_KEY = 11_000

/**
 * Whether a write failed because of a unique index (MongoDB error 11000).
 * @param fields counts only indexes that contain one of these fields.
 */
export function isDuplicateKey(error: unknown, fields?: readonly string[]): boolean {
  const { code, keyPattern } = (error ?? {}) as { code?: unknown; keyPattern?: Record<string, unknown> }
  return code === DUPLICATE_KEY && (!fields || fields.some((field) => field in (keyPattern ?? {})))
}
