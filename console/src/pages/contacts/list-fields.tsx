import { Checkbox, TextField } from '../../components/field'

/** What a list is called and for, as the reader edits it. */
export interface ListDraft {
  name: string
  /** Empty for none. */
  description: string
  isTopic: boolean
}

interface ListFieldsProps {
  draft: ListDraft
  onChange: (draft: ListDraft) => void
  fault: (path: string) => string | undefined
}

/** The fields of a list, for a new one and for changes. */
export function ListFields({ draft, onChange, fault }: ListFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        fault={fault('name')}
      />
      <TextField
        label="What it is for"
        isOptional
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        fault={fault('description')}
      />
      <Checkbox
        label="Recipients can leave it on the preference page, where they see its name and what it is for"
        isOn={draft.isTopic}
        onChange={(isTopic) => onChange({ ...draft, isTopic })}
      />
    </>
  )
}

/** A draft as the API takes it. */
export const listInput = ({ name, description, isTopic }: ListDraft) => ({
  name,
  isTopic,
  description: description || null,
})
