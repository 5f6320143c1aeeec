import { Checkbox, TextField } from '../../components/field'
import type { Inbox } from './limits'

interface KeyLimitsProps {
  inboxes: readonly Inbox[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
  sendTo: string
  onSendTo: (text: string) => void
  /** What is wrong with a field. */
  faultOf: (name: string) => string | undefined
}

/** Whose mail a new key sees, and whom it writes to. Neither can be changed later. */
export function KeyLimits({ inboxes, chosen, onChoose, sendTo, onSendTo, faultOf }: KeyLimitsProps) {
  const fault = faultOf('inboxIds')
  return (
    <>
      {inboxes.length > 0 && (
        <fieldset className="key-inboxes">
          <legend>Only the mail of these inboxes</legend>
          <p className="hint muted">With one of them or more, it sees and answers their mail, and does nothing else.</p>
          <div className="all">
            {inboxes.map(({ id, address }) => (
              <Checkbox
                key={id}
                label={address}
                isOn={chosen.includes(id)}
                onChange={(isOn) => onChoose(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
              />
            ))}
          </div>
          {fault && <span className="fault">{fault}</span>}
        </fieldset>
      )}
      <TextField
        label="May write to"
        isOptional
        value={sendTo}
        onChange={onSendTo}
        placeholder="example.com, ada@example.org"
        hint="Addresses and domains, with commas between them. Leave it empty for everybody. Neither limit can be changed later."
        fault={faultOf('sendTo')}
      />
    </>
  )
}
