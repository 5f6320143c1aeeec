import { useState } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { StatusBadge } from '../../components/status-badge'
import { Time } from '../../components/time'
import { STATUSES } from '../../lib/status'
import { Attachments } from './attachments/attachments'
import { MailBody } from './mail-body'
import { MailHeaders } from './mail-headers'
import type { MailFragment } from './mail-operations'
import { SplitButton } from './merging/split-button'

interface MailProps {
  mail: MailFragment
  isNewest: boolean
  /** Takes it out of its thread; null if it cannot be. */
  onSplit: (() => void) | null
}

/** One mail of a thread; older ones are folded. */
export function Mail({ mail, isNewest, onSplit }: MailProps) {
  const [isOpen, setOpen] = useState(isNewest)
  const { id, source, from, to, cc, replyText, occurredAt, attachments, dmarcVerdict } = mail
  return (
    <details className="panel mail-entry" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong className="clip">
          <BidiIsolate text={from || 'No sender'} />
        </strong>
        {!isOpen && (
          <span className="muted clip">
            <BidiIsolate text={beginningOf(replyText)} />
          </span>
        )}
        <span className="time">
          <Time at={occurredAt} />
        </span>
      </summary>
      {isOpen && (
        <div className="content stack">
          <dl className="facts">
            <dt>To</dt>
            <dd>
              <Addresses all={to} />
            </dd>
            {cc.length > 0 && (
              <>
                <dt>Cc</dt>
                <dd>
                  <Addresses all={cc} />
                </dd>
              </>
            )}
            {source === 'OUTBOUND' && (
              <>
                <dt>Status</dt>
                <dd>
                  <Status mail={mail} /> <Link href={`/messages/${id}`}>Timeline</Link>
                </dd>
              </>
            )}
            <dt>Original</dt>
            <dd>
              <a href={`/v1/${source === 'OUTBOUND' ? 'messages' : 'inbound'}/${id}/raw`} download={`${id}.eml`}>
                Save the raw mail
              </a>
            </dd>
            {onSplit && (
              <>
                <dt>Thread</dt>
                <dd>
                  <SplitButton onSplit={onSplit} />
                </dd>
              </>
            )}
          </dl>
          {dmarcVerdict === 'FAIL' && (
            <p className="notice">The sender is not proven: DMARC failed. Somebody else may have written this mail.</p>
          )}
          {source === 'INBOUND' && <MailHeaders id={id} />}
          <MailBody id={id} isReceived={source === 'INBOUND'} />
          {attachments.length > 0 && <Attachments files={attachments} sent={source === 'OUTBOUND' ? id : null} />}
        </div>
      )}
    </details>
  )
}

/** Addresses that are shown of more. */
const SHOWN_ADDRESSES = 10

function Addresses({ all }: { all: readonly string[] }) {
  const [isWhole, setWhole] = useState(all.length <= SHOWN_ADDRESSES)
  const shown = isWhole ? all : all.slice(0, SHOWN_ADDRESSES)
  return (
    <>
      <BidiIsolate text={shown.join(', ')} />{' '}
      {!isWhole && (
        <button type="button" className="text-button" onClick={() => setWhole(true)}>
          and {all.length - shown.length} more
        </button>
      )}
    </>
  )
}

function Status({ mail: { status } }: { mail: MailFragment }) {
  const known = STATUSES.find((each) => each.toLowerCase() === status)
  return known ? <StatusBadge status={known} /> : status
}

const SHOWN_CHARS = 160

const beginningOf = (text: string | null) => (text ?? '').slice(0, SHOWN_CHARS).replaceAll(/\s+/g, ' ')
