import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy'
import { BidiIsolate } from './bidi-isolate'

const SHOWN_MS = 1_500

function useCopied(): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, (text) => void copyText(text).then(setCopied)]
}

/** An id, or another text that readers paste elsewhere. A click copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  const [isCopied, copy] = useCopied()
  return (
    <button type="button" className="copyable mono" title={`Copy the ${what}`} onClick={() => copy(text)}>
      <span className="clip">
        <BidiIsolate text={text} />
      </span>
      <span className="copied" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** Code or data with a button that copies it. */
export function Code({ text, label }: { text: string; label: string }) {
  const [isCopied, copy] = useCopied()
  return (
    <figure className="code" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <button type="button" className="button small" onClick={() => copy(text)}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </figure>
  )
}
