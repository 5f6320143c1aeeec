import { tell } from '../../../components/toasts'
import { useMailbox } from '../mailbox'
import type { WrittenMail } from './written-mail'

/** Deletes drafts, also at the API, and says if that has failed. */
export function useDiscard() {
  const { lookAgain } = useMailbox()
  return async (mail: WrittenMail) => {
    const problem = await mail.discard()
    if (problem) tell(`The draft is still there: ${problem.message}`, { isBad: true })
    lookAgain()
  }
}
