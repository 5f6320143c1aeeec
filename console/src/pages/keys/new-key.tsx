import { useState } from 'react'
import { SelectField, TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import type { KeyScope } from '../../graphql/enums'
import { useSubmit } from '../../graphql/use-submit'
import { useRights } from '../../lib/rights'
import { endOfDay } from '../../lib/time'
import { KeyLimits } from './key-limits'
import { CreateKeyDocument } from './keys-operations'
import { type Inbox, recipientsIn } from './limits'
import { KEY_LIST, SCOPES } from './words'

const MODES = [
  ['live', 'Live: mail is really sent'],
  ['test', 'Test: mail is only simulated'],
] as const
const SCOPE_CHOICES = (['SEND', 'READ', 'ADMIN'] as const).map((scope) => [scope, SCOPES[scope].title] as const)
const BLANK = {
  name: '',
  scope: 'SEND' as KeyScope,
  mode: 'live' as 'live' | 'test',
  until: '',
  inboxIds: [] as readonly string[],
  sendTo: '',
}

interface NewKeyProps {
  /** Those that a key can be bound to. */
  inboxes: readonly Inbox[]
  onClose: () => void
  onCreated: (secret: string) => void
}

/** Makes a key. */
export function NewKey({ inboxes, onClose, onCreated }: NewKeyProps) {
  // A test key makes only test keys.
  const { isLive } = useRights()
  const [draft, setDraft] = useState({ ...BLANK, mode: isLive ? ('live' as const) : ('test' as const) })
  const { submit, isBusy, problem, fault } = useSubmit(CreateKeyDocument, [KEY_LIST])
  const { name, scope, mode, until, inboxIds, sendTo } = draft
  /** What is wrong with a field, or with one of its entries. */
  const faultOf = (field: string) =>
    fault(field) ?? [...(problem?.fields ?? [])].find(([path]) => path.startsWith(`${field}.`))?.[1]

  const onSubmit = async () => {
    const limits = { inboxIds: inboxIds.length > 0 ? [...inboxIds] : null, sendTo: recipientsIn(sendTo) }
    const known = { name: name.trim() || null, scope, testMode: mode === 'test', expiresAt: endOfDay(until) }
    const made = await submit({ input: { ...known, ...limits } })
    if (made?.createApiKey) onCreated(made.createApiKey.key)
  }
  return (
    <FormDialog
      title="Create a key"
      action="Create the key"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(value) => setDraft({ ...draft, name: value })}
        isOptional
        placeholder="Web shop"
        hint="The program that will use it, so that you know it again."
        fault={fault('name')}
      />
      <SelectField
        label="What it may do"
        value={scope}
        onChange={(value) => setDraft({ ...draft, scope: value })}
        choices={SCOPE_CHOICES}
        hint={SCOPES[scope].allows}
        fault={fault('scope')}
      />
      <SelectField
        label="Mode"
        value={mode}
        onChange={(value) => setDraft({ ...draft, mode: value })}
        choices={isLive ? MODES : [MODES[1]]}
        hint="With a test key you can try everything: nothing leaves, and nothing is charged."
        fault={fault('testMode')}
      />
      <TextField
        label="Last day"
        type="date"
        isOptional
        value={until}
        onChange={(value) => setDraft({ ...draft, until: value })}
        hint="It stops at the end of this day. Leave it empty for a key that does not expire."
        fault={fault('expiresAt')}
      />
      <KeyLimits
        inboxes={inboxes}
        chosen={inboxIds}
        onChoose={(ids) => setDraft({ ...draft, inboxIds: ids })}
        sendTo={sendTo}
        onSendTo={(text) => setDraft({ ...draft, sendTo: text })}
        faultOf={faultOf}
      />
    </FormDialog>
  )
}
