import { createStore } from './store'

/** How many of the things that the page has waited for are here. */
const arrivals = createStore(0)

/** Renders its component again at each arrival. */
export const useArrivals = arrivals.use

/** Counts what has been asked for as an arrival when it is here. Its promise must not fail. */
export function announce<T>(coming: Promise<T>): Promise<T> {
  // React waits for it, too, and must know first.
  void coming.then(() => queueMicrotask(() => arrivals.set(arrivals.get() + 1)))
  return coming
}
