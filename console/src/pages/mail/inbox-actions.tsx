import { useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { May } from '../../components/may'
import { Pending } from '../../components/pending'
import { useWrite } from '../../graphql/use-write'
import { lazyPart } from '../../lib/lazy-part'
import { DeleteInboxDocument } from './mail-operations'
import { usePlaces } from './use-places'

const SignatureDialog = lazyPart(() => import('./signatures/signature-dialog'))

/** Sets the signature of the inbox of a list, or deletes the inbox after a question. */
export function InboxActions({ address }: { address: string }) {
  const { inboxes, refresh } = usePlaces()
  const [, remove] = useWrite(DeleteInboxDocument)
  const [isSigning, setSigning] = useState(false)
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
      <May scope="admin">
        <button type="button" className="button" onClick={() => setSigning(true)}>
          Signature
        </button>
      </May>
      {isSigning && (
        <Pending>
          <SignatureDialog inbox={inbox} onClose={() => setSigning(false)} />
        </Pending>
      )}
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
