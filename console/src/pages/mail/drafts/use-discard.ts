import { showToast } from '../../../components/toasts'
import { useMailbox } from '../mailbox'
import type { DraftSession } from './draft-session'

/** Deletes drafts, also at the API, and says if that has failed. */
export function useDiscard() {
  const { lookAgain } = useMailbox()
  return async (mail: DraftSession) => {
    const problem = await mail.discard()
    if (problem) showToast(`The draft is still there: ${problem.message}`, { isBad: true })
    lookAgain()
  }
}
