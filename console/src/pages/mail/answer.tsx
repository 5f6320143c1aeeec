import { type RefObject, useEffect, useRef } from 'react'
import { Failure, SkeletonRows } from '../../components/states'
import { tell } from '../../components/toasts'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useSendKey } from '../../lib/send-key'
import { Composer } from './composer'
import { type Draft, EMPTY_DRAFT, useDraft, useDraftOwner } from './drafts'
import {
  AnsweredDocument,
  ForwardThreadDocument,
  type MailFragment,
  ReplyToThreadDocument,
  type ThreadQuery,
} from './mail-operations'
import { quoted } from './quote'
import { emailOf, recipientsOf, splitAddresses } from './recipients'
import { bodyOf } from './send-draft'
import { usePlaces } from './use-places'

export type AnswerKind = 'reply' | 'all' | 'forward'

const TITLES: Record<AnswerKind, string> = { reply: 'Reply', all: 'Reply to all', forward: 'Forward' }

interface AnswerProps {
  kind: AnswerKind
  thread: NonNullable<ThreadQuery['thread']>
  onClose: () => void
  onSent: () => void
}

/** The name of a draft. */
export const answerTo = (kind: AnswerKind, threadId: string) => `${kind} ${threadId}`

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
  if (props.kind === 'forward') return <Writer {...props} senders={senders} initial={sender} />
  const people = recipientsOf({ from, to, cc, replyTo }, own, props.kind === 'all')
  const initial = {
    ...sender,
    to: people.to.join(', '),
    cc: people.cc.join(', '),
    text: quoted(text, from || emailOf(replyTo), occurredAt),
  }
  return <Writer {...props} senders={senders} initial={initial} />
}

/** Writes to the same people again. */
function ToSent({ mail: { from, to, cc }, ...props }: ToProps) {
  const { inboxes } = usePlaces()
  if (!inboxes) return <SkeletonRows count={4} />
  const senders = [...new Set([from, ...inboxes.map(({ address }) => address)])]
  const people = { to: to.join(', '), cc: props.kind === 'all' ? cc.join(', ') : '' }
  const initial = { ...EMPTY_DRAFT, from, ...(props.kind !== 'forward' && people) }
  return <Writer {...props} senders={senders} initial={initial} />
}

interface WriterProps extends AnswerProps {
  owner: string
  /** Addresses of ours, first the one that the mail came to. */
  senders: readonly string[]
  initial: Draft
}

function Writer({ owner, senders, kind, thread: { id, subject }, initial, onClose, onSent }: WriterProps) {
  const { draft, set, forget } = useDraft(owner, answerTo(kind, id), initial)
  const replying = useSubmit(ReplyToThreadDocument)
  const forwarding = useSubmit(ForwardThreadDocument)
  const isForward = kind === 'forward'
  const { isBusy, problem } = isForward ? forwarding : replying
  const keyFor = useSendKey()
  const panel = useRef<HTMLElement>(null)
  useFocus(panel, isForward)

  const onSend = async () => {
    const read = await bodyOf(draft, set)
    if (!read) return
    const body = { ...read, to: splitAddresses(draft.to), idempotencyKey: keyFor(draft) }
    const sent = await (isForward
      ? // A note in both forms, so that the original is forwarded in both. The API takes no empty note.
        forwarding.submit({ id, input: { ...body, bodyText: draft.text || '\n' } })
      : replying.submit({ id, input: body }))
    if (!sent) return
    forget()
    tell('Accepted. It is on its way.')
    onSent()
    onClose()
  }
  return (
    <section ref={panel} className="panel" aria-label={TITLES[kind]}>
      <header>
        <h2>{TITLES[kind]}</h2>
        {isForward && <span className="muted">The mail and its files come along.</span>}
      </header>
      <Composer
        draft={draft}
        set={set}
        senders={senders}
        subjectIfEmpty={isForward ? `Fwd: ${subject}` : `Re: ${subject.replace(/^(re:\s*)+/i, '')}`}
        isTextOptional={isForward}
        isBusy={isBusy}
        problem={problem}
        onSend={() => void onSend()}
        onDiscard={() => {
          forget()
          onClose()
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
