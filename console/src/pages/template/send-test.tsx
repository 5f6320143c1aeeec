import { useState } from 'react'
import { useLocation } from 'wouter'
import { AccountDocument } from '../../components/account-operations'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { showToast } from '../../components/toasts'
import { SendersDocument } from '../../graphql/senders-operations'
import { useQuery } from '../../graphql/use-query'
import { useSubmit } from '../../graphql/use-submit'
import { useSendKey } from '../../lib/send-key'
import { verifiedDomains } from '../../lib/verified-domains'
import { samplesOf, type TemplateDraft } from './draft'
import { SendTemplateDocument } from './template-operations'

interface SendTestProps {
  id: string
  draft: TemplateDraft
  isDirty: boolean
}

/** Sends the stored template with the values of the preview. */
export function SendTest({ id, draft, isDirty }: SendTestProps) {
  const [isOpen, setOpen] = useState(false)
  // Here, so that it outlives the dialog: who closes it without an answer may open it again.
  const keyFor = useSendKey<Content>()
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isDirty}
        title={isDirty ? 'Save the template first' : undefined}
        onClick={() => setOpen(true)}
      >
        Send a test
      </button>
      {isOpen && <Form id={id} draft={draft} keyFor={keyFor} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What a test consists of. */
interface Content {
  to: string
  from: string
  draft: TemplateDraft
}

interface FormProps {
  id: string
  draft: TemplateDraft
  keyFor: (content: Content) => string
  onClose: () => void
}

function Form({ id, draft, keyFor, onClose }: FormProps) {
  const { submit, isBusy, problem, fault } = useSubmit(SendTemplateDocument)
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  const [{ data: found }] = useQuery({ query: SendersDocument })
  const [domain] = verifiedDomains(found)
  const [typed, setTyped] = useState<{ to?: string; from?: string }>({})
  const [, go] = useLocation()
  const to = typed.to ?? whose?.account?.ownerEmail ?? ''
  const from = typed.from ?? (domain ? `hello@${domain}` : '')
  const onSubmit = async () => {
    const sent = await submit({
      input: {
        ...{ channel: 'EMAIL', idempotencyKey: keyFor({ to, from, draft }), destination: { email: to } },
        ...{ templateId: id, templateVars: samplesOf(draft) },
        ...(from && { metadata: { fromEmail: from } }),
      },
    })
    if (!sent?.sendMessage) return
    showToast('Accepted. Its timeline grows here while it is sent.')
    go(`/messages/${sent.sendMessage.id}`)
  }
  return (
    <FormDialog
      title="Send a test with this template"
      action="Send"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <p className="muted">It has the values of the preview.</p>
      <TextField
        label="To"
        type="email"
        value={to}
        onChange={(text) => setTyped({ ...typed, to: text })}
        fault={fault('destination.email')}
      />
      {domain && (
        <TextField
          label="From"
          value={from}
          onChange={(text) => setTyped({ ...typed, from: text })}
          fault={fault('metadata.fromEmail')}
        />
      )}
    </FormDialog>
  )
}
