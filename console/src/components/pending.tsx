import { Suspense, type SuspenseProps } from 'react'
import { useArrivals } from '../lib/arrivals'

/**
 * A `Suspense` whose children replace the placeholder as soon as they can. React keeps a placeholder for at least 300 ms
 * (`FALLBACK_THROTTLE_MS`) unless another update has to be rendered. Here, each arrival is an update.
 */
export function Pending(props: SuspenseProps) {
  useArrivals()
  return <Suspense {...props} />
}
