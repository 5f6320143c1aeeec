import { useLocation } from 'wouter'
import { SkeletonRows } from '../../components/states'
import { tell } from '../../components/toasts'
import { useSubmit } from '../../graphql/use-submit'
import { useSendKey } from '../../lib/send-key'
import { useTitle } from '../../lib/use-title'
import { Composer } from './composer'
import { EMPTY_DRAFT, NEW_MAIL, useDraft, useDraftOwner } from './drafts'
import { ComposeMailDocument } from './mail-operations'
import { splitAddresses } from './recipients'
import { bodyOf } from './send-draft'
import { usePlaces } from './use-places'
import { listBefore } from './views'

/** A new mail. */
export function ComposePage() {
  useTitle('New mail')
  const owner = useDraftOwner()
  return (
    <>
      <div className="page-head">
        <h1>New mail</h1>
      </div>
      <div className="panel">{owner === undefined ? <SkeletonRows count={4} /> : <NewMail owner={owner} />}</div>
    </>
  )
}

function NewMail({ owner }: { owner: string }) {
  const [, go] = useLocation()
  const { inboxes = [] } = usePlaces()
  const { draft, set, forget } = useDraft(owner, NEW_MAIL, EMPTY_DRAFT)
  const { submit, isBusy, problem } = useSubmit(ComposeMailDocument)
  const keyFor = useSendKey()
  const senders = inboxes.map(({ address }) => address).toReversed()
  const from = draft.from || (senders[0] ?? '')

  const onSend = async () => {
    const body = await bodyOf({ ...draft, from }, set)
    if (!body) return
    const input = { ...body, to: splitAddresses(draft.to), idempotencyKey: keyFor(draft) }
    if (!(await submit({ input }))) return
    forget()
    tell('Accepted. It is on its way.')
    go('/mail/sent')
  }
  return (
    <Composer
      draft={{ ...draft, from }}
      set={set}
      senders={senders}
      isBusy={isBusy}
      problem={problem}
      onSend={() => void onSend()}
      onDiscard={() => {
        forget()
        go(listBefore())
      }}
    />
  )
}
