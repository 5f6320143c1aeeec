import { BidiIsolate } from '../../../components/bidi-isolate'
import type { DraftSession, Other } from './draft-session'

/** What somebody else has made of a draft meanwhile, and what becomes of both versions. */
export default function Versions({ mail, other }: { mail: DraftSession; other: Other }) {
  if (other === 'gone')
    return (
      <div className="notice stack-tight" role="alert">
        <p>This draft was sent or deleted elsewhere. What you see here is kept in this tab only.</p>
        <div className="actions">
          <button type="button" className="button" onClick={() => choose(mail.keepOurs)}>
            Keep it as a new draft
          </button>
        </div>
      </div>
    )
  const { subject, to, text, files } = other.draft
  return (
    <div className="notice stack-tight" role="alert">
      <p>This draft was changed elsewhere while you wrote. Your version is in the fields. The other one:</p>
      <dl className="facts">
        <dt>To</dt>
        <dd>
          <BidiIsolate text={to || 'Nobody'} />
        </dd>
        <dt>Subject</dt>
        <dd>
          <BidiIsolate text={subject || 'No subject'} />
        </dd>
        {files.length > 0 && (
          <>
            <dt>Files</dt>
            <dd>
              <BidiIsolate text={files.map(({ name }) => name).join(', ')} />
            </dd>
          </>
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it scrolls by keyboard */}
      <section className="other-version" tabIndex={0} aria-label="The other version">
        <BidiIsolate text={text} />
      </section>
      <div className="actions">
        <button type="button" className="button" onClick={() => choose(mail.keepBoth)}>
          Keep both
        </button>
        <button type="button" className="button" onClick={() => choose(mail.keepOurs)}>
          Keep mine
        </button>
        <button type="button" className="button" onClick={() => choose(mail.takeOther)}>
          Take the other one
        </button>
      </div>
    </div>
  )
}

/** Goes on in the text: the button is gone. */
function choose(choice: () => void): void {
  choice()
  document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
}
