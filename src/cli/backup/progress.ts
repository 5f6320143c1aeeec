import type { Progress } from '../../services/platform/backup/back-up.js'
import type { CliContext } from '../context.js'

const PROGRESS_EVERY_MS = 1_000

/** Prints how far a collection is to stderr: one line a second. */
export function progressTo({ complain }: CliContext, verb: string): (progress: Progress) => void {
  let printedAt = performance.now()
  return ({ collection, documents, total }) => {
    if (performance.now() - printedAt < PROGRESS_EVERY_MS) return
    printedAt = performance.now()
    complain(`${verb} ${collection}: ${documents} of about ${Math.max(documents, total)}`)
  }
}

/** How many documents and bytes a backup has, in words. */
export function sizeOf(collections: readonly { documents: number; bytes: number }[]): string {
  const documents = collections.reduce((sum, each) => sum + each.documents, 0)
  const bytes = collections.reduce((sum, each) => sum + each.bytes, 0)
  return `${documents} documents of ${collections.length} collections, ${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
