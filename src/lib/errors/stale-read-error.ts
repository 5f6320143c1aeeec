/** A read shows less than a write before it has done: another server answers by now, which lacks some of it. */
export class StaleReadError extends Error {
  override name = 'StaleReadError'
}
