import { useEffect, useRef, useState } from 'react'
import { FRAME_HEIGHT } from '../../../src/services/reading/mail-pages/frame-script'
import { useOnReconnect } from '../lib/connection'

interface MailFrameProps {
  /** The address of the mail's HTML below `/preview`. */
  path: string
  /** Whether it has pictures of other servers. */
  hasRemote: boolean
}

/** A mail that is higher scrolls in its frame, in px. */
const MAX_HEIGHT = 20_000
/** Some mails are always a little higher than their frame: they get so many heights. */
const MAX_HEIGHTS = 40

/** The HTML of a mail, in a frame that can do nothing else. Remote pictures load only when asked for. */
export function MailFrame({ path, hasRemote }: MailFrameProps) {
  const [isRemote, setRemote] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // A frame does not tell whether its mail has come.
  useOnReconnect(() => setAttempt(attempt + 1))
  const source = `/preview/${path}${isRemote ? '?images=remote' : ''}`
  const page = `${source} ${attempt} ${isPhone}`
  const frame = useRef<HTMLIFrameElement>(null)
  const height = useMailHeight(frame, page)
  return (
    <div>
      <div className="toolbar">
        <button
          type="button"
          className="button small phone-width"
          aria-pressed={isPhone}
          onClick={() => setPhone(!isPhone)}
        >
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
        ref={frame}
        className={isPhone ? 'preview whole phone' : 'preview whole'}
        style={height === null ? undefined : { height }}
        title="Preview of the mail"
        src={source}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}

/**
 * How high the mail in a frame is, in px; null until the frame has reported its height.
 * @param page stands for what the frame shows.
 */
function useMailHeight(frame: { current: HTMLIFrameElement | null }, page: string): number | null {
  const [reported, setReported] = useState<{ page: string; height: number } | null>(null)
  useEffect(() => {
    let heights = 0
    function hear({ source, data }: MessageEvent): void {
      if (source !== frame.current?.contentWindow || data?.type !== FRAME_HEIGHT || heights === MAX_HEIGHTS) return
      heights += 1
      setReported({ page, height: Math.min(Number(data.height) || 0, MAX_HEIGHT) })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame, page])
  return reported?.page === page ? reported.height : null
}
