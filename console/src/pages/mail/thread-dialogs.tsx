import { Pending } from '../../components/pending'
import { lazyPart } from '../../lib/lazy-part'
import { ThreadLabels } from './label-dialogs'
import type { ThreadFragment } from './mail-operations'
import { useThreadWrites } from './thread-writes'

const SnoozeDialog = lazyPart(() => import('./snooze/snooze-dialog'))
const AssigneeDialog = lazyPart(() => import('./assignee/assignee-dialog'))

export type ThreadDialog = 'labels' | 'snooze' | 'assignee'

interface ThreadDialogsProps {
  open: ThreadDialog
  threads: readonly ThreadFragment[]
  /** Called before they are snoozed, or brought back with null. */
  onSnooze: (until: string | null) => void
  onClose: () => void
}

/** What a reader chooses for threads in front of the page. */
export function ThreadDialogs({ open, threads, onSnooze, onClose }: ThreadDialogsProps) {
  const { snooze, assign } = useThreadWrites()
  if (open === 'labels') return <ThreadLabels threads={threads} onClose={onClose} />
  return (
    <Pending>
      {open === 'snooze' ? (
        <SnoozeDialog
          threads={threads}
          onChoose={(until) => {
            onClose()
            onSnooze(until)
            void snooze(threads, until)
          }}
          onClose={onClose}
        />
      ) : (
        <AssigneeDialog
          threads={threads}
          onChoose={(assignee) => {
            onClose()
            void assign(threads, assignee)
          }}
          onClose={onClose}
        />
      )}
    </Pending>
  )
}
