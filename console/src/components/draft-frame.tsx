import { useEffect, useRef, useState } from 'react'
import { toFrameDocument } from '../../../src/services/reading/mail-pages/frame-document'
import { useOnBack } from '../lib/connection'

const BLANK = '/preview/blank'
const REMOTE_IMAGE = /(?:src|background)\s*=\s*["']?https?:|url\(\s*["']?https?:/i

/**
 * A mail that is being written, as its reader will see it. The frame has a policy of its own: it can load nothing, and run
 * nothing, so that this page may write into it.
 */
export function DraftFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasImages, setImages] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useOnBack(() => setAttempt(attempt + 1))
  const write = () => {
    const page = frame.current?.contentDocument
    // Not into what is there before the page of the frame has come, which has the policy of this one; nor while it comes,
    // when it may have no element yet: it is written when it is there.
    if (page?.location.pathname === BLANK && page.readyState === 'complete')
      page.documentElement.innerHTML = toFrameDocument(html)
  }
  useEffect(write, [html])
  return (
    <>
      <div className="toolbar">
        <button type="button" className="button small" aria-pressed={isPhone} onClick={() => setPhone(!isPhone)}>
          {isPhone ? 'Full width' : 'Phone width'}
        </button>
        {REMOTE_IMAGE.test(html) && !hasImages && (
          <button type="button" className="button small" onClick={() => setImages(true)}>
            Show remote images
          </button>
        )}
      </div>
      <iframe
        key={`${hasImages} ${attempt}`}
        ref={frame}
        className={isPhone ? 'preview phone' : 'preview'}
        title={title}
        src={hasImages ? `${BLANK}?images=remote` : BLANK}
        onLoad={write}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </>
  )
}
