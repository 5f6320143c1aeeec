import { ConfirmButton } from '../../components/confirm-button'

interface NewSecretButtonProps {
  className: string
  onConfirm: () => void
}

/** Asks before the secret that signs requests is replaced. */
export const NewSecretButton = ({ className, onConfirm }: NewSecretButtonProps) => (
  <ConfirmButton
    label="New secret"
    className={className}
    title="Make a new secret?"
    action="Make a new secret"
    decline="Keep the old one"
    onConfirm={onConfirm}
  >
    From then on, every request is signed with the new secret. Let your server accept both for ten minutes: requests
    that are under way still have the old signature.
  </ConfirmButton>
)
