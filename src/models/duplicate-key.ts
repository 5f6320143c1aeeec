const DUPLICATE_KEY = 11_000

/** Whether a write failed because a unique index holds such a row already (MongoDB's error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DUPLICATE_KEY
}
