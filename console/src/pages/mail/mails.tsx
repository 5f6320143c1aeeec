import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../lib/counted'
import { Mail } from './mail'
import type { MailFragment } from './mail-operations'

/** Threads of more mails are shortened. */
const WHOLE = 12
/** The newest mails that a shortened thread shows, besides the first of all. */
const NEWEST = 5

/** The mails of a thread, oldest first. In a long one those between the first and the newest appear when asked for. */
export function Mails({ mails }: { mails: readonly MailFragment[] }) {
  // It stays when more arrive, so that nothing disappears that is being read.
  const [left, setLeft] = useState(mails.length > WHOLE ? mails.length - NEWEST - 1 : 0)
  const list = useRef<HTMLOListElement>(null)
  const showAll = () => {
    flushSync(() => setLeft(0))
    list.current?.querySelectorAll('summary')[1]?.focus()
  }
  const rowOf = (mail: MailFragment) => (
    <li key={mail.id}>
      <Mail mail={mail} isNewest={mail === mails.at(-1)} />
    </li>
  )
  return (
    <ol ref={list} className="mails" aria-label="Mails">
      {mails.slice(0, 1).map(rowOf)}
      {left > 0 && (
        <li>
          <button type="button" className="button" onClick={showAll}>
            Show the {counted(left, 'mail')} between
          </button>
        </li>
      )}
      {mails.slice(1 + left).map(rowOf)}
    </ol>
  )
}
