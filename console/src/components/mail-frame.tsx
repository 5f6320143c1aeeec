import { useState } from 'react'
import { useOnBack } from '../lib/connection'

interface MailFrameProps {
  /** The address of the mail's HTML below `/preview`. */
  path: string
  /** Whether it has pictures of other servers. */
  hasRemote: boolean
}

/** The HTML of a mail, in a frame that can do nothing else. Remote pictures load only when asked for. */
export function MailFrame({ path, hasRemote }: MailFrameProps) {
  const [isRemote, setRemote] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // A frame does not tell whether its mail has come.
  useOnBack(() => setAttempt(attempt + 1))
  const source = `/preview/${path}${isRemote ? '?images=remote' : ''}`
  return (
    <div>
      <div className="toolbar">
        <button type="button" className="button small" aria-pressed={isPhone} onClick={() => setPhone(!isPhone)}>
          {isPhone ? 'Full width' : 'Phone width'}
        </button>
        {hasRemote && !isRemote && (
          <>
            <button type="button" className="button small" onClick={() => setRemote(true)}>
              Show remote images
            </button>
            <span className="muted">Loading them tells their servers that somebody looks.</span>
          </>
        )}
      </div>
      <iframe
        key={`${source} ${attempt}`}
        className={isPhone ? 'preview phone' : 'preview'}
        title="Preview of the mail"
        src={source}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
