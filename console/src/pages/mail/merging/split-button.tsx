import { ConfirmButton } from '../../../components/confirm-button'

/** Offers to take a mail out of its thread, and says what that means. */
export function SplitButton({ onSplit }: { onSplit: () => void }) {
  return (
    <ConfirmButton
      scope="read"
      className="text-button"
      label="Split off"
      title="Split this mail off?"
      action="Split off"
      decline="Leave it here"
      onConfirm={onSplit}
    >
      <p>
        It starts a new thread, in the same folder and with the same labels, star and assignee. Later answers to it go
        there. All other mails and the notes stay here.
      </p>
    </ConfirmButton>
  )
}
