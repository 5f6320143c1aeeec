import { exactTime, preciseTime, shortTime } from '../lib/time'
import { useNow } from '../lib/use-now'

/** A time in the reader's zone; hovering shows it in full. */
export function Time({ at, precise = false }: { at: string; precise?: boolean }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at)}>
      {precise ? preciseTime(at) : shortTime(at, now)}
    </time>
  )
}
