import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AccountDocument } from '../../components/account-operations'
import { Code } from '../../components/copyable'
import { Field, TextField } from '../../components/field'
import { PageHead } from '../../components/page-head'
import { Panel } from '../../components/panel'
import { Refusal } from '../../components/states'
import { Tabs } from '../../components/tabs'
import { showToast } from '../../components/toasts'
import { SendersDocument } from '../../graphql/senders-operations'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useMay } from '../../lib/rights'
import { useSendKey } from '../../lib/send-key'
import { discardUnsaved, useUnsaved } from '../../lib/unsaved'
import { verifiedDomains } from '../../lib/verified-domains'
import { SendMessageDocument } from './send-operations'
import { type Draft, inputOf, snippetsOf } from './snippets'

const SAMPLE = {
  subject: 'Hello from Postline',
  html: '<h1 style="font-family: sans-serif">It works</h1>\n<p style="font-family: sans-serif">This mail was sent from the console.</p>',
  text: 'It works. This mail was sent from the console.',
}

/** What was typed when the reader left to make its recipient a test recipient, for when they are back. */
let kept: Partial<Draft> = {}

/** Sends one mail, and shows how a program sends the same. */
export default function SendPage() {
  const [typed, setTyped] = useState(() => kept)
  const [sent, setSent] = useState<Partial<Draft>>({})
  useUnsaved(Object.keys(typed).length > 0 && typed !== sent)
  useEffect(() => {
    kept = {}
  }, [])
  const mayRead = useMay('read')
  const [snippet, setSnippet] = useState('curl')
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  const account = whose?.account
  const [{ data: found }] = useQuery({ query: SendersDocument, pause: !mayRead })
  const senders = verifiedDomains(found).map((domain) => `hello@${domain}`)
  const draft = { to: account?.ownerEmail ?? '', from: senders[0] ?? '', ...SAMPLE, ...typed }
  const set = (name: keyof Draft) => (value: string) => setTyped((earlier) => ({ ...earlier, [name]: value }))
  const snippets = snippetsOf(draft, location.origin)
  return (
    <>
      <PageHead title="Send a test" />
      <div className="send">
        <Panel title="The mail">
          <Form
            draft={draft}
            set={set}
            senders={senders}
            shared={account?.sharedEmailSender ?? ''}
            onSent={() => setSent(typed)}
            onKeep={() => {
              kept = typed
              discardUnsaved()
            }}
          />
        </Panel>
        <Panel title="The same from a program">
          <Tabs
            label="Ways to send"
            items={snippets.map(({ code, ...item }) => ({
              ...item,
              content: () => <Code text={code} label={item.title} />,
            }))}
            chosen={snippet}
            onChoose={setSnippet}
          />
        </Panel>
      </div>
    </>
  )
}

interface FormProps {
  draft: Draft
  set: (name: keyof Draft) => (value: string) => void
  senders: string[]
  shared: string
  onSent: () => void
  /** Called before the page is left and come back to. */
  onKeep: () => void
}

function Form({ draft, set, senders, shared, onSent, onKeep }: FormProps) {
  const { submit, isBusy, problem, fault } = useSubmit(SendMessageDocument)
  const mayRead = useMay('read')
  const keyFor = useSendKey<Draft>()
  const [, go] = useLocation()

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await submit({ input: inputOf(draft, keyFor(draft)) })
    if (!sent?.sendMessage) return
    const { id } = sent.sendMessage
    onSent()
    // What became of it is not for a key that only sends.
    if (!mayRead) return showToast(`Accepted as ${id}.`)
    discardUnsaved()
    showToast('Accepted. Its timeline grows here while it is sent.')
    go(`/messages/${id}`)
  }
  return (
    <form className="content stack" onSubmit={(event) => void onSubmit(event)}>
      <TextField label="To" type="email" value={draft.to} onChange={set('to')} fault={fault('destination.email')} />
      {senders.length > 0 || !mayRead ? (
        <TextField
          label="From"
          // A key that only sends does not see the domains.
          isOptional={!mayRead}
          value={draft.from}
          onChange={set('from')}
          fault={fault('metadata.fromEmail')}
        />
      ) : (
        <Field label="From">
          {(control) => <input {...control} className="input" value={shared} disabled title="The shared sender" />}
        </Field>
      )}
      <TextField label="Subject" value={draft.subject} onChange={set('subject')} fault={fault('payload.subject')} />
      <TextField label="HTML" rows={7} isOptional value={draft.html} onChange={set('html')} />
      <TextField label="Text" rows={3} isOptional value={draft.text} onChange={set('text')} />
      <Refusal problem={problem}>
        {problem?.code === 'recipient_not_verified' && (
          <>
            {SANDBOX}{' '}
            <Link href={`/test-recipients?email=${encodeURIComponent(draft.to.trim())}`} onClick={onKeep}>
              Make it a test recipient
            </Link>
          </>
        )}
      </Refusal>
      <div>
        <button type="submit" className="button main" disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  )
}

const SANDBOX = 'Without a verified domain, mail goes to your own address and to verified test recipients only.'
