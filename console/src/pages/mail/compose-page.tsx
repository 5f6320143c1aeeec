import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { SkeletonRows } from '../../components/states'
import { useTitle } from '../../lib/use-title'
import { Composer } from './composer'
import { EMPTY_DRAFT, NEW } from './drafts/draft'
import { useDraftOwner } from './drafts/draft-owner'
import type { DraftSession } from './drafts/draft-session'
import { LoadingDraft } from './drafts/loading-draft'
import { useDiscard } from './drafts/use-discard'
import { useContinued, useNewDraftSession, useWrittenState } from './drafts/written-mails'
import { useSend } from './sending/use-send'
import { usePlaces } from './use-places'
import { addressOf, listBefore } from './views'

/** A new mail, or a draft of one. */
export default function ComposePage() {
  useTitle('New mail')
  const owner = useDraftOwner()
  const [address] = useSearchParams()
  const asked = address.get('draft')
  // A new mail stays what it is when it becomes a draft with an address.
  const own = useRef<string | null>(null)
  const [shown, setShown] = useState({ asked, count: 0 })
  if (asked !== shown.asked && asked !== own.current) setShown({ asked, count: shown.count + 1 })
  const named = (id: string) => {
    own.current = id
  }
  return (
    <>
      <div className="page-head">
        <h1>{asked === null ? 'New mail' : 'Draft'}</h1>
      </div>
      <div className="panel">
        {owner === undefined ? (
          <SkeletonRows count={4} />
        ) : shown.asked === null ? (
          <Begun key={shown.count} owner={owner} onNamed={named} />
        ) : (
          <Continued key={shown.count} owner={owner} id={shown.asked} onNamed={named} />
        )}
      </div>
    </>
  )
}

interface OwnProps {
  owner: string
  onNamed: (id: string) => void
}

function Begun({ owner, onNamed }: OwnProps) {
  const mail = useNewDraftSession(owner, NEW, EMPTY_DRAFT)
  return <NewMail mail={mail} onNamed={onNamed} />
}

function Continued({ owner, id, onNamed }: OwnProps & { id: string }) {
  const { mail, ...awaited } = useContinued(owner, id)
  return mail ? <NewMail mail={mail} onNamed={onNamed} /> : <LoadingDraft {...awaited} />
}

function NewMail({ mail, onNamed }: { mail: DraftSession; onNamed: (id: string) => void }) {
  const [, go] = useLocation()
  const [, setAddress] = useSearchParams()
  const { inboxes } = usePlaces()
  const { id, draft } = useWrittenState(mail)
  const { set } = mail
  const senders = (inboxes ?? []).map(({ address }) => address).toReversed()
  const chosen = draft.from
  const usual = senders[0] ?? ''
  useEffect(() => {
    if (id === null) return
    onNamed(id)
    setAddress({ draft: id }, { replace: true })
  }, [id, onNamed, setAddress])
  const send = useSend()
  const discard = useDiscard()
  return (
    <Composer
      mail={mail}
      senders={chosen !== '' && !senders.includes(chosen) ? [chosen, ...senders] : senders}
      onSend={(at) => {
        if (chosen === '' && usual !== '') set({ from: usual })
        go(addressOf({ place: 'sent' }))
        send(mail, at)
      }}
      onDiscard={() => {
        go(listBefore())
        void discard(mail)
      }}
    />
  )
}
