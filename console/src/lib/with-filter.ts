/** An address with another value of a filter. An empty one filters nothing, and is left out. */
export function withFilter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

/** Whether an address filters anything. */
export const hasFilters = (address: URLSearchParams, names: readonly string[]) =>
  names.some((name) => address.get(name))
