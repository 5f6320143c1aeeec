import { stay } from '../lib/unsaved'
import { Confirm } from './dialog'

/** The question before changes are lost. */
export default function LeaveQuestion({ leave }: { leave: () => void }) {
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave and lose the changes"
      decline="Stay"
      isOpen
      onClose={stay}
      onConfirm={leave}
    >
      What you have changed on this page is not saved.
    </Confirm>
  )
}
