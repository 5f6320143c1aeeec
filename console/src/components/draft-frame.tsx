import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toFrameDocument } from '../../../src/services/reading/mail-pages/frame-document'
import { useOnReconnect } from '../lib/connection'

const BLANK = '/preview/blank'
const REMOTE_IMAGE = /(?:src|background)\s*=\s*["']?https?:|url\(\s*["']?https?:/i

/** Screens without room beside a mail of phone width, as in the style sheets. */
const NARROW = '(width < 720px)'

interface DraftFrameProps {
  title: string
  html: string
  /** Lays the mail out for a screen that is at least so wide, in px, and shows it smaller where there is less room. */
  desktopWidth?: number
}

/**
 * A mail that is being written, as its reader will see it. The frame has its own policy: it can load nothing, and run
 * nothing, so that this page may write into it.
 */
export function DraftFrame({ title, html, desktopWidth = 0 }: DraftFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasImages, setImages] = useState(false)
  // Smaller than on a screen that is itself a phone, nobody could read it.
  const [isPhone, setPhone] = useState(() => desktopWidth > 0 && matchMedia(NARROW).matches)
  const [attempt, setAttempt] = useState(0)
  useOnReconnect(() => setAttempt(attempt + 1))
  const write = () => {
    const page = frame.current?.contentDocument
    // Not into what is there before the page of the frame has come, which has the policy of this one; nor while it comes,
    // when it may have no element yet: it is written when it is there.
    if (page?.location.pathname === BLANK && page.readyState === 'complete')
      page.documentElement.innerHTML = toFrameDocument(html)
  }
  useEffect(write, [html])
  const [room, setRoom] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const scale = isPhone || room === 0 ? 1 : Math.min(room / desktopWidth, 1)
  return (
    <>
      <div className="toolbar">
        <button
          type="button"
          className={desktopWidth > 0 ? 'button small' : 'button small phone-width'}
          aria-pressed={isPhone}
          onClick={() => setPhone(!isPhone)}
        >
          {isPhone ? (desktopWidth > 0 ? 'Desktop width' : 'Full width') : 'Phone width'}
        </button>
        {REMOTE_IMAGE.test(html) && !hasImages && (
          <button type="button" className="button small" onClick={() => setImages(true)}>
            Show remote images
          </button>
        )}
      </div>
      <div ref={box} className={scale < 1 ? 'scaled-preview' : undefined}>
        <iframe
          key={`${hasImages} ${attempt}`}
          ref={frame}
          className={isPhone ? 'preview phone' : 'preview'}
          style={scale < 1 ? { width: desktopWidth, zoom: scale } : undefined}
          title={title}
          src={hasImages ? `${BLANK}?images=remote` : BLANK}
          onLoad={write}
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
        />
      </div>
    </>
  )
}
