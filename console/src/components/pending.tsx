import { Suspense, type SuspenseProps } from 'react'
import { useArrivals } from '../lib/arrivals'

/**
 * `Suspense`, whose children replace the placeholder as soon as they can. React lets a placeholder stand for at least 300 ms
 * (`FALLBACK_THROTTLE_MS`), unless there is something else to render; each arrival is.
 */
export function Pending(props: SuspenseProps) {
  useArrivals()
  return <Suspense {...props} />
}
