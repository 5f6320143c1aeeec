import { Checkbox, SelectField, TextField } from '../../components/field'
import type { EventType, WebhookFormat } from '../../graphql/enums'
import { wordsOf } from '../../lib/status'
import { EVENTS, FORMAT_HINTS, FORMATS, hasOwnHandlerForMail } from './words'

/** A webhook while it is edited. Its events matter only if it is not told about all of them. */
export interface WebhookDraft {
  url: string
  isAll: boolean
  types: readonly EventType[]
  format: WebhookFormat
}

interface WebhookFieldsProps {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  fault: (path: string) => string | undefined
}

/** The fields of a webhook, for a new one and for changes. */
export function WebhookFields({ draft, onChange, fault }: WebhookFieldsProps) {
  const { url, isAll, types, format } = draft
  const toggle = (type: EventType, isOn: boolean) =>
    onChange({ ...draft, types: isOn ? [...types, type] : types.filter((each) => each !== type) })
  return (
    <>
      <TextField
        label="Address of your endpoint"
        type="url"
        value={url}
        onChange={(value) => onChange({ ...draft, url: value })}
        placeholder="https://example.com/webhooks"
        hint="The page of your own server that receives the requests. It must be reachable from the internet by https."
        fault={fault('endpointUrl')}
      />
      <SelectField
        label="Format"
        value={format}
        onChange={(value) => onChange({ ...draft, format: value })}
        choices={FORMATS}
        hint={FORMAT_HINTS[format]}
        fault={fault('format')}
      />
      <fieldset className="events">
        <legend>Events</legend>
        <Checkbox
          label={`All events${hasOwnHandlerForMail(format) ? ' but received mail' : ''}, also kinds that are added later`}
          isOn={isAll}
          onChange={(isOn) => onChange({ ...draft, isAll: isOn })}
        />
        {fault('eventTypes') && <span className="fault">{fault('eventTypes')}</span>}
        {!isAll &&
          EVENTS.map(([type, meaning]) => (
            <Checkbox
              key={type}
              label={
                <>
                  {wordsOf(type)}
                  <span className="muted">: {meaning}</span>
                </>
              }
              isOn={types.includes(type)}
              onChange={(isOn) => toggle(type, isOn)}
            />
          ))}
      </fieldset>
    </>
  )
}

/** A draft as the API takes it. */
export const inputOf = ({ url, isAll, types, format }: WebhookDraft) => ({
  endpointUrl: url.trim(),
  eventTypes: isAll ? [] : [...types],
  format,
})

/** Why a draft cannot be sent. For the API, no event means all of them, which nobody means who has taken off all. */
export const incompleteness = ({ isAll, types }: WebhookDraft): string | undefined =>
  isAll || types.length > 0 ? undefined : 'Choose at least one event.'
