import { DraftFrame } from '../../../components/draft-frame'
import { Checkbox } from '../../../components/field'
import { usePlaces } from '../use-places'

interface SignatureChoiceProps {
  /** The address that the mail is from. */
  from: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** The signature of the inbox that a mail is from, as it is added, and whether it is. Nothing if it has none. */
export function SignatureChoice({ from, isOn, onChange }: SignatureChoiceProps) {
  const { inboxes } = usePlaces()
  const { signatureText, signatureHtml } = inboxes?.find(({ address }) => address === from) ?? {}
  if (!signatureText && !signatureHtml) return null
  return (
    <div className="stack-tight">
      <Checkbox label={`Add the signature of ${from}`} isOn={isOn} onChange={onChange} />
      {isOn && signatureHtml && <DraftFrame title="Signature" html={signatureHtml} />}
      {isOn && !signatureHtml && <p className="signature muted">{signatureText}</p>}
    </div>
  )
}
