import { useState } from 'react'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { showToast } from '../../../components/toasts'
import { graphql } from '../../../graphql/graphql'
import { useSubmit } from '../../../graphql/use-submit'
import { usePlaces } from '../use-places'

const SignInboxDocument = graphql(`
  mutation SignInbox($id: ID!, $text: String, $html: String) {
    updateInbox(id: $id, input: { signatureText: $text, signatureHtml: $html }) {
      id
    }
  }
`)

interface SignatureDialogProps {
  inbox: { id: string; address: string; signatureText: string | null; signatureHtml: string | null }
  onClose: () => void
}

/** Sets the signature of an inbox, as text, HTML or both. */
export default function SignatureDialog({ inbox, onClose }: SignatureDialogProps) {
  const { refresh } = usePlaces()
  const [text, setText] = useState(inbox.signatureText ?? '')
  const [html, setHtml] = useState(inbox.signatureHtml ?? '')
  const { submit, isBusy, problem, fault } = useSubmit(SignInboxDocument)
  const onSubmit = async () => {
    if (!(await submit({ id: inbox.id, text: text || null, html: html || null }))) return
    refresh()
    showToast(text || html ? 'The signature is saved.' : 'The inbox no longer has a signature.')
    onClose()
  }
  return (
    <FormDialog
      title={`Signature of ${inbox.address}`}
      action="Save"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="Text"
        rows={4}
        isOptional
        value={text}
        onChange={setText}
        fault={fault('signatureText')}
        hint="Added below what you write, unless you switch it off in the mail."
      />
      <TextField
        label="HTML"
        rows={4}
        isOptional
        value={html}
        onChange={setHtml}
        fault={fault('signatureHtml')}
        hint="Without it, made of the text."
      />
    </FormDialog>
  )
}
