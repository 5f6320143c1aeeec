const DUPLICATE_KEY = 11_000

/** Whether a write failed because of a unique index (MongoDB error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DUPLICATE_KEY
}
