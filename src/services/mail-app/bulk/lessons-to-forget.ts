import type { ChangedThread, Lesson } from '../../../models/mail-undo.js'
import { sendersOf } from '../filing/mail-authors.js'

/**
 * What a change has taught that is no longer true once some of its threads are put back. Of several threads of one sender
 * only the first has changed a block: a sender stays blocked while one of them stays in spam, and is blocked again when one
 * of them goes back to it.
 * @param threads all of the change.
 * @param restored those that are put back.
 * @param left those that stay as they are.
 */
export function lessonsToForget(
  threads: readonly ChangedThread[],
  restored: ReadonlySet<string>,
  left: ReadonlySet<string>,
): Lesson[] {
  const bySender = idsBySender(threads)
  return threads.flatMap(({ lesson }) => {
    if (!lesson || lesson.changed.length === 0) return []
    const ofSender = lesson.changed.flatMap((sender) => bySender.get(sender) ?? [])
    const isOver = ofSender.some((id) => restored.has(id)) && (lesson.unblocked || !ofSender.some((id) => left.has(id)))
    return isOver ? [lesson] : []
  })
}

/** The threads whose mail each sender that could be blocked would concern. */
function idsBySender(threads: readonly ChangedThread[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { id, lesson } of threads) {
    if (!lesson) continue
    for (const sender of sendersOf({ address: lesson.author, isAuthentic: undefined })) {
      const ids = found.get(sender)
      if (ids) ids.push(id)
      else found.set(sender, [id])
    }
  }
  return found
}
