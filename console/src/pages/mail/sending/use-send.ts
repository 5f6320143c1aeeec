import { useLocation } from 'wouter'
import { addressOfDraft } from '../drafts/address-of-draft'
import type { DraftSession } from '../drafts/draft-session'
import { useMailbox } from '../mailbox'
import { sendMail } from './send-mail'

/**
 * Sends mails, from where the reader is sent at the same time.
 * @returns sends one; `at` null is now. Call it once the reader is where they go on.
 */
export function useSend(onChange: () => void = () => undefined) {
  const [, go] = useLocation()
  const { lastUndo, lookAgain } = useMailbox()
  return (mail: DraftSession, at: string | null) => {
    const here = location.href
    const open = () => {
      const { id, about } = mail.state()
      go(addressOfDraft(id, about.threadId))
    }
    void sendMail(mail, {
      at,
      lastUndo,
      open,
      openIfStillHere: () => {
        const isHere = location.href === here
        if (isHere) open()
        return isHere
      },
      onChange: () => {
        lookAgain()
        onChange()
      },
    })
  }
}
