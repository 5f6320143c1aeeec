import { useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { useWrite } from '../../graphql/use-write'
import { DeleteInboxDocument } from './mail-operations'
import { usePlaces } from './use-places'

/** Deletes the inbox of a list, after a question. */
export function InboxActions({ address }: { address: string }) {
  const { inboxes, refresh } = usePlaces()
  const [, remove] = useWrite(DeleteInboxDocument)
  const [, go] = useLocation()
  const inbox = inboxes?.find((each) => each.address === address)
  if (!inbox) return null
  const onDelete = async () => {
    const words = { done: `The inbox ${address} is deleted.`, failed: 'Not deleted' }
    if (!(await remove({ id: inbox.id }, words))) return
    refresh()
    go('/mail', { replace: true })
  }
  return (
    <div className="actions">
      <ConfirmButton
        label="Delete inbox"
        title={`Delete the inbox ${address}?`}
        action="Delete the inbox"
        decline="Keep it"
        onConfirm={() => void onDelete()}
      >
        Its mail stays where it is, and mail to the address is received as before.
      </ConfirmButton>
    </div>
  )
}
