import { useEffect, useState } from 'react'
import { Time } from '../../components/time'
import { useWrite } from '../../graphql/use-write'
import { usePolling } from '../../lib/use-polling'
import { VerifyDomainDocument } from './domain-operations'

/** Time between two looks at DNS, in ms. */
const EVERY_MS = 15_000
/** How many looks follow one click. Records appear within minutes, or not at all that day. */
const MOST_LOOKS = 20

export interface Checking {
  isBusy: boolean
  /** When the last look was; null before the first one. */
  checkedAt: string | null
  /** How many looks there were. */
  looks: number
  /** Whether it looks again by itself. */
  goesOn: boolean
  start: () => void
  stop: () => void
}

/** Looks the records up, and looks again until they are all found. */
export function useChecking(id: string, isVerified: boolean): Checking {
  const [isBusy, verify] = useWrite(VerifyDomainDocument, ['Domain', 'DomainConnection', 'Account'])
  const [left, setLeft] = useState(0)
  const [looks, setLooks] = useState(0)
  const [checkedAt, setCheckedAt] = useState<string | null>(null)
  const look = async () => {
    const data = await verify({ id }, { failed: 'Not checked' })
    setLooks((count) => count + 1)
    if (data?.verifyDomain) setCheckedAt(new Date().toISOString())
    const isDone = !data?.verifyDomain || data.verifyDomain.fullyVerified
    setLeft((rest) => (isDone ? 0 : Math.max(0, rest - 1)))
  }
  useEffect(() => {
    if (isVerified) setLeft(0)
  }, [isVerified])
  usePolling(() => !isBusy && void look(), left > 0, EVERY_MS)
  const start = () => {
    setLeft(MOST_LOOKS)
    void look()
  }
  return { isBusy, checkedAt, looks, goesOn: left > 0, start, stop: () => setLeft(0) }
}

interface ProgressProps {
  checking: Checking
  found: number
  needed: number
}

/** How far the records are, and when they are looked at again. */
export function Progress({ checking, found, needed }: ProgressProps) {
  const { isBusy, checkedAt, goesOn, stop } = checking
  return (
    <div className="progress" role="status">
      <progress max={needed} value={found} aria-label="Needed records found" />
      <span>
        {found} of {needed} needed records found
      </span>
      <span className="muted">
        {isBusy && 'Looking the records up…'}
        {!isBusy && checkedAt && (
          <>
            checked at <Time at={checkedAt} precise />
            {goesOn && ', and again every 15 seconds'}
          </>
        )}
      </span>
      {goesOn && (
        <button type="button" className="button small" onClick={stop}>
          Stop checking
        </button>
      )}
    </div>
  )
}
