import { useState } from 'react'
import { ChoiceField } from '../../components/choice-field'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { showToast } from '../../components/toasts'
import type { WholeList } from '../../graphql/use-all-pages'
import { useSubmit } from '../../graphql/use-submit'
import { microsOf, typedDollars } from '../../lib/money'
import { type Key, nameOfKey } from './key-name'
import { type CapFragment, SetSpendCapDocument } from './usage-operations'

const ACCOUNT = { id: '', name: 'The account' }

interface CapFormProps {
  /** Null for a new one. */
  cap: CapFragment | null
  name: string
  keys: WholeList<Key>
  onClose: () => void
  onSaved: () => void
}

/** The dialog in which a cap is set or changed. */
export default function CapForm({ cap, name, keys, onClose, onSaved }: CapFormProps) {
  const { submit, isBusy, problem, fault } = useSubmit(SetSpendCapDocument)
  const [keyId, setKeyId] = useState(cap?.keyId ?? '')
  const [soft, setSoft] = useState(typedDollars(cap?.softLimitMicros ?? null))
  const [hard, setHard] = useState(typedDollars(cap?.hardLimitMicros ?? null))
  const live = keys.items.filter(({ testMode }) => !testMode)
  const onSubmit = async () => {
    const limits = { softLimitMicros: microsOf(soft), hardLimitMicros: microsOf(hard) }
    const saved = await submit({ input: { ...limits, ...(keyId !== '' && { keyId }) } })
    if (!saved) return
    showToast('Saved. It applies from the next mail.')
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title={cap ? `Cap: ${name}` : 'Set a spend cap'}
      action="Save"
      isOpen
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
    >
      {!cap && (
        <ChoiceField
          label="For"
          value={keyId}
          onChange={setKeyId}
          choices={[ACCOUNT, ...live.map((key) => ({ id: key.id, name: nameOfKey(key) }))]}
          isLoading={!keys.isWhole}
          placeholder="The account"
          hint="If there is a cap already, this replaces it."
        />
      )}
      <TextField
        label="Warn at, in dollars a month"
        type="number"
        step="any"
        isOptional
        value={soft}
        onChange={setSoft}
        hint="The owner of the account gets a mail. Nothing stops. Empty for no warning."
        fault={fault('softLimitMicros')}
      />
      <TextField
        label="Stop at, in dollars a month"
        type="number"
        step="any"
        isOptional
        value={hard}
        onChange={setHard}
        hint="Mail that would cost more is refused until the month ends. Empty for no limit."
        fault={fault('hardLimitMicros')}
      />
    </FormDialog>
  )
}
