/** Bytes at the top level of a response are sent as base64, because JSON has no bytes. */
export type Wire<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]: T[Key] extends Uint8Array ? string : T[Key] }
    : T

/** Converts a response for sending. */
export function toWire(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const bytes = Object.entries(answer).filter(([, value]) => value instanceof Uint8Array)
  if (bytes.length === 0) return answer
  return { ...answer, ...Object.fromEntries(bytes.map(([key, value]) => [key, Buffer.from(value).toString('base64')])) }
}
