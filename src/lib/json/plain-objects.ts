/** Whether a value is an object without a class, like those of JSON. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether a value is an object in the sense of JSON: no list, and not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with other fields in the place of each; a field that `map` returns null for is left out. */
export function mapFields(
  object: Record<string, unknown>,
  map: (value: unknown, name: string) => [name: string, value: unknown] | null,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const entry = map(value, name)
      return entry ? [entry] : []
    }),
  )
}
