import { useClient } from 'urql'
import { showToast } from '../../../components/toasts'
import { loadWithRetry } from '../../../lib/connection'
import type { ThreadFragment } from '../mail-operations'
import { type ThreadChanges, useMailbox } from '../mailbox'
import { serializeWrite } from '../serialize-write'
import type { BulkChange } from './change-many'

const load = () => loadWithRetry(() => import('./change-many'))

/** How long the API can undo it, in ms. */
const UNDO_MS = 30_000

/** Changes several threads by one request. That shows at once, and is undone as a whole. */
export function useChangeMany() {
  const client = useClient()
  const { begin, end, lastUndo } = useMailbox()

  /**
   * @param shown how the change of a thread shows.
   * @param toast the text of the toast, which offers to undo it; none without.
   * @returns whether all were changed.
   */
  return async (
    threads: readonly ThreadFragment[],
    change: BulkChange,
    shown: (thread: ThreadFragment) => ThreadChanges,
    toast?: string,
  ): Promise<boolean> => {
    const show = (changesOf: (thread: ThreadFragment) => ThreadChanges) =>
      threads.map((thread) => begin(thread.id, changesOf(thread)))
    const settle = (writes: ReturnType<typeof show>, done: ReadonlySet<string>) => {
      for (const write of writes) end(write, done.has(write.threadId))
    }
    const writes = show(shown)
    const changing = serializeWrite(async () => {
      const { changeMany } = await load()
      const ids = threads.map(({ id }) => id)
      const outcome = await changeMany(client, ids, change)
      settle(writes, outcome.done)
      return outcome
    })
    let isOver = false
    const undo = () => {
      if (isOver) return
      isOver = true
      if (lastUndo.current === undo) lastUndo.current = null
      const back = show((thread) => asBefore(thread, shown(thread)))
      // It comes after the change, which may still be on its way.
      void serializeWrite(async () => {
        const { undoMany } = await load()
        const { done, reason } = await undoMany(client, (await changing).undoIds)
        settle(back, done)
        showToast(reason === null ? 'Undone.' : `Undone as far as possible: ${reason}`, { isBad: reason !== null })
      })
    }
    lastUndo.current = undo
    const { done, reason } = await changing
    if (reason !== null) showToast(`Not all were changed: ${reason}`, { isBad: true })
    const canUndo = done.size > 0 && !isOver
    if (toast && done.size > 0)
      showToast(toast, canUndo ? { action: { label: 'Undo', run: undo }, shownMs: UNDO_MS } : {})
    return reason === null
  }
}

/** The same fields as they are now. */
function asBefore(thread: ThreadFragment, changes: ThreadChanges): ThreadChanges {
  const fields = Object.keys(changes) as (keyof ThreadFragment)[]
  return Object.fromEntries(fields.map((field) => [field, thread[field]]))
}
