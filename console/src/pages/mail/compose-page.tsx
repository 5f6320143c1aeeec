import { useLocation } from 'wouter'
import { tell } from '../../components/toasts'
import { useSubmit } from '../../graphql/use-submit'
import { useTitle } from '../../lib/use-title'
import { Composer } from './composer'
import { EMPTY_DRAFT, useDraft } from './drafts'
import { ComposeMailDocument } from './mail-operations'
import { splitAddresses } from './recipients'
import { bodyOf, useSendKey } from './send-draft'
import { usePlaces } from './use-places'
import { listBefore } from './views'

/** A new mail. */
export function ComposePage() {
  useTitle('New mail')
  const [, go] = useLocation()
  const { inboxes = [] } = usePlaces()
  const { draft, set, forget } = useDraft('compose', EMPTY_DRAFT)
  const { submit, isBusy, problem } = useSubmit(ComposeMailDocument)
  const keyFor = useSendKey()
  const senders = inboxes.map(({ address }) => address).toReversed()
  const from = draft.from || (senders[0] ?? '')

  const onSend = async () => {
    const input = {
      ...(await bodyOf({ ...draft, from })),
      to: splitAddresses(draft.to),
      idempotencyKey: keyFor(draft),
    }
    if (!(await submit({ input }))) return
    forget()
    tell('Accepted. It is on its way.')
    go('/mail/sent')
  }
  return (
    <>
      <div className="page-head">
        <h1>New mail</h1>
      </div>
      <div className="panel">
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
      </div>
    </>
  )
}
