import { type RefObject, useEffect, useRef, useState } from 'react'
import { Failure, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { Composer } from './composer'
import { type About, type Draft, EMPTY_DRAFT } from './drafts/draft'
import { useDraftOwner } from './drafts/draft-owner'
import type { DraftSession } from './drafts/draft-session'
import { LoadingDraft } from './drafts/loading-draft'
import { useDiscard } from './drafts/use-discard'
import { useContinued, useNewDraftSession, useWrittenState } from './drafts/written-mails'
import { AnsweredDocument, type MailFragment, type ThreadQuery } from './mail-operations'
import { quoted } from './quote'
import { emailOf, recipientsOf } from './recipients'
import { useSend } from './sending/use-send'
import { usePlaces } from './use-places'

export type AnswerKind = 'reply' | 'all' | 'forward'

const TITLES: Record<About['kind'], string> = {
  ...{ new: 'New mail', reply: 'Reply', reply_all: 'Reply to all', forward: 'Forward' },
}

interface AnswerProps {
  /** What is begun. */
  kind: AnswerKind
  thread: NonNullable<ThreadQuery['thread']>
  onClose: () => void
  /** Called when it is accepted, undone, or has left. */
  onSent: () => void
  /** Called with the id of the draft that the answer has become. */
  onNamed: (id: string) => void
}

/** How the API calls what is begun. */
export const aboutOf = (kind: AnswerKind, threadId: string): About => ({
  ...{ kind: kind === 'all' ? 'reply_all' : kind, threadId },
})

/** Answers the newest received mail of a thread, or forwards it. In a thread of only sent mail, it is the newest one. */
export function Answer(props: AnswerProps) {
  const owner = useDraftOwner()
  const { messages } = props.thread
  const mail = messages.findLast(({ source }) => source === 'INBOUND') ?? messages.at(-1)
  if (!mail) return null
  if (owner === undefined) return <SkeletonRows count={4} />
  const To = mail.source === 'INBOUND' ? ToReceived : ToSent
  return <To {...props} owner={owner} mail={mail} />
}

/** Goes on with a draft of an answer. */
export function ContinuedAnswer({ id, ...props }: Omit<AnswerProps, 'kind'> & { id: string }) {
  const owner = useDraftOwner()
  return owner === undefined ? <SkeletonRows count={4} /> : <Continued {...props} owner={owner} id={id} />
}

function Continued({ owner, id, ...props }: Omit<AnswerProps, 'kind'> & { owner: string; id: string }) {
  const { mail, ...awaited } = useContinued(owner, id)
  const { inboxes = [] } = usePlaces()
  if (mail) return <Writer {...props} mail={mail} senders={inboxes.map(({ address }) => address)} />
  return <LoadingDraft {...awaited} />
}

interface ToProps extends AnswerProps {
  owner: string
  mail: MailFragment
}

function ToReceived({ mail, ...props }: ToProps) {
  const { id, from, to, cc, occurredAt } = mail
  const [{ data, error }, again] = useQuery({ query: AnsweredDocument, variables: { id } })
  const { inboxes } = usePlaces()
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data || !inboxes) return <SkeletonRows count={4} />
  const { recipient = '', text = null, headers = [] } = data.inboundEmail ?? {}
  const replyTo = headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value ?? ''
  const addresses = inboxes.map(({ address }) => address)
  const own = new Set([recipient.toLowerCase(), ...addresses])
  const senders = [...new Set([recipient, ...addresses])].filter((address) => address !== '')
  const sender = { ...EMPTY_DRAFT, from: recipient }
  if (props.kind === 'forward') return <Beginning {...props} senders={senders} initial={sender} />
  const people = recipientsOf({ from, to, cc, replyTo }, own, props.kind === 'all')
  const initial = {
    ...sender,
    to: people.to.join(', '),
    cc: people.cc.join(', '),
    text: quoted(text, from || emailOf(replyTo), occurredAt),
  }
  return <Beginning {...props} senders={senders} initial={initial} />
}

/** Writes to the same people again. */
function ToSent({ mail: { from, to, cc }, ...props }: ToProps) {
  const { inboxes } = usePlaces()
  if (!inboxes) return <SkeletonRows count={4} />
  const senders = [...new Set([from, ...inboxes.map(({ address }) => address)])]
  const people = { to: to.join(', '), cc: props.kind === 'all' ? cc.join(', ') : '' }
  const initial = { ...EMPTY_DRAFT, from, ...(props.kind !== 'forward' && people) }
  return <Beginning {...props} senders={senders} initial={initial} />
}

interface BeginningProps extends AnswerProps {
  owner: string
  /** Addresses of ours, first the one that the mail came to. */
  senders: readonly string[]
  initial: Draft
}

function Beginning({ owner, kind, initial, ...props }: BeginningProps) {
  const [about] = useState(() => aboutOf(kind, props.thread.id))
  return <Writer {...props} mail={useNewDraftSession(owner, about, initial)} />
}

interface WriterProps extends Omit<AnswerProps, 'kind'> {
  mail: DraftSession
  senders: readonly string[]
}

function Writer({ mail, senders, thread: { subject }, onClose, onSent, onNamed }: WriterProps) {
  const { id, about, draft } = useWrittenState(mail)
  const isForward = about.kind === 'forward'
  const panel = useRef<HTMLElement>(null)
  const send = useSend(onSent)
  const discard = useDiscard()
  const named = useRef(onNamed)
  named.current = onNamed
  useFocus(panel, isForward)
  useEffect(() => {
    if (id !== null) named.current(id)
  }, [id])
  const title = TITLES[about.kind]
  return (
    <section ref={panel} className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {isForward && <span className="muted">The mail and its files come along.</span>}
      </header>
      <Composer
        mail={mail}
        senders={draft.from !== '' && !senders.includes(draft.from) ? [draft.from, ...senders] : senders}
        subjectIfEmpty={isForward ? `Fwd: ${subject}` : `Re: ${subject.replace(/^(re:\s*)+/i, '')}`}
        isTextOptional={isForward}
        onSend={(at) => {
          onClose()
          send(mail, at)
        }}
        onDiscard={() => {
          onClose()
          void discard(mail)
        }}
      />
    </section>
  )
}

/** Begins where the reader writes: with whom it goes to, or with the text above the quotation. */
function useFocus(panel: RefObject<HTMLElement | null>, isForward: boolean): void {
  useEffect(() => {
    const field = panel.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(isForward ? 'input' : 'textarea')
    field?.focus()
    if (!isForward) field?.setSelectionRange(0, 0)
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [panel, isForward])
}
