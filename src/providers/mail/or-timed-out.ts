import type { SendResult } from './mail-provider.js'

/** A hand-over that has begun cannot always be called back; who waits for it can stop, at once and for sure. */
export function orTimedOut(work: Promise<SendResult>, signal: AbortSignal): Promise<SendResult> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve({ outcome: 'deferred', error: 'timed out' })
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
