import { createStore } from './store'

/** How many parts and answers that the page waited for have arrived. */
const arrivals = createStore(0)

/** Renders its component again at each arrival. */
export const useArrivals = arrivals.use

/** Counts an arrival when a promise has resolved, and returns the promise. It must not reject. */
export function announce<T>(promise: Promise<T>): Promise<T> {
  // React waits for the promise, too, and must see its result first.
  void promise.then(() => queueMicrotask(() => arrivals.set(arrivals.get() + 1)))
  return promise
}
