import { holdPage, releasePage, WRITES } from '../../lib/hold-page'

let turn: Promise<unknown> = Promise.resolve()

/** Runs writes one after the other, so that the last choice of the reader is the last that the API gets. They never reject. */
export function serializeWrite<T>(work: () => Promise<T>): Promise<T> {
  const run = turn.then(work)
  turn = run
  // What the page shows as done may still be waiting here.
  holdPage(WRITES)
  const release = () => {
    if (turn === run) releasePage(WRITES)
  }
  void run.then(release, release)
  return run
}
