import type { BlockChange, ChangedThread } from '../../../models/mail-undo.js'
import { sendersOf } from '../filing/mail-authors.js'

/**
 * The changes of blocks that no longer hold once some of the threads of a change are put back. Of several threads of one sender
 * only the first has changed a block: a sender stays blocked while one of them stays in spam, and is blocked again when one
 * of them goes back to it.
 * @param threads all of the change.
 * @param restored those that are put back.
 * @param left those that stay as they are.
 */
export function blockChangesToUndo(
  threads: readonly ChangedThread[],
  restored: ReadonlySet<string>,
  left: ReadonlySet<string>,
): BlockChange[] {
  const bySender = idsBySender(threads)
  return threads.flatMap(({ block_change: blockChange }) => {
    if (!blockChange || blockChange.changed.length === 0) return []
    const ofSender = blockChange.changed.flatMap((sender) => bySender.get(sender) ?? [])
    const isOver =
      ofSender.some((id) => restored.has(id)) && (blockChange.unblocked || !ofSender.some((id) => left.has(id)))
    return isOver ? [blockChange] : []
  })
}

/** The threads whose mail each sender that could be blocked would concern. */
function idsBySender(threads: readonly ChangedThread[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { id, block_change: blockChange } of threads) {
    if (!blockChange) continue
    for (const sender of sendersOf({ address: blockChange.author, isAuthentic: undefined })) {
      const ids = found.get(sender)
      if (ids) ids.push(id)
      else found.set(sender, [id])
    }
  }
  return found
}
