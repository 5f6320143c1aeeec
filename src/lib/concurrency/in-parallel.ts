/** Runs `work` for all items, at most `limit` at a time, and returns the results in order. Never rejects. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = new Array(items.length)
  let next = 0
  const runner = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const [result] = await Promise.allSettled([work(items[index]!)])
      results[index] = result
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner))
  return results
}

/** As {@link inParallel}, but only the values. Rejects with the first error in the order of the items, when all is done. */
export async function allInParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  return (await inParallel(items, limit, work)).map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
