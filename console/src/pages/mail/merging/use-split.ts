import { useLocation } from 'wouter'
import { showToast } from '../../../components/toasts'
import { useWrite } from '../../../graphql/use-write'
import type { MailFragment, ThreadFragment } from '../mail-operations'
import { useMailbox } from '../mailbox'
import { MergeThreadsDocument, SplitMailDocument } from './merging-operations'

/**
 * Takes single mails out of a thread. Null if none can be: it has no other, or is put away.
 * @param onDone called when the thread has changed.
 */
export function useSplit(thread: ThreadFragment, onDone: () => void): ((mail: MailFragment) => void) | null {
  const [, split] = useWrite(SplitMailDocument)
  const [, merge] = useWrite(MergeThreadsDocument)
  const [, go] = useLocation()
  const { lastUndo } = useMailbox()
  const { id, folder, messageCount } = thread
  if (messageCount < 2 || folder === 'SPAM' || folder === 'TRASH') return null

  const run = async (mail: MailFragment) => {
    const done = await split({ source: mail.source, id: mail.id }, { failed: 'Not split off' })
    const begun = done?.splitMessage?.id
    if (!begun) return
    onDone()
    const undo = () => {
      if (lastUndo.current === undo) lastUndo.current = null
      void merge({ id, threadId: begun }, { done: 'Undone.', failed: 'Not undone' }).then(onDone)
    }
    lastUndo.current = undo
    showToast('Split off into a new thread.', {
      action: { label: 'Show it', run: () => go(`/mail/threads/${begun}`) },
    })
  }
  return (mail) => void run(mail)
}
