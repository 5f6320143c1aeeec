import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { Confirm } from '../../components/dialog'
import { tell } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { DeleteInboxDocument } from './mail-operations'
import { usePlaces } from './use-places'

/** Deletes the inbox of a list, after a question. */
export function InboxActions({ address }: { address: string }) {
  const [isAsking, setAsking] = useState(false)
  const { inboxes, refresh } = usePlaces()
  const [, remove] = useMutation(DeleteInboxDocument)
  const [, go] = useLocation()
  const inbox = inboxes?.find((each) => each.address === address)
  if (!inbox) return null
  const onDelete = async () => {
    const { error } = await remove({ id: inbox.id })
    if (error) return tell(`Not deleted: ${problemOf(error).message}`, { isBad: true })
    refresh()
    tell(`The inbox ${address} is deleted.`)
    go('/mail', { replace: true })
  }
  return (
    <div className="actions">
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Delete inbox
      </button>
      <Confirm
        title={`Delete the inbox ${address}?`}
        action="Delete the inbox"
        decline="Keep it"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void onDelete()}
      >
        Its mail stays where it is, and mail to the address is received as before.
      </Confirm>
    </div>
  )
}
