/** Converts a response for sending: bytes at its top level become base64, because JSON has no bytes. */
export function toWire(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const bytes = Object.entries(answer).filter(([, value]) => value instanceof Uint8Array)
  if (bytes.length === 0) return answer
  return { ...answer, ...Object.fromEntries(bytes.map(([key, value]) => [key, Buffer.from(value).toString('base64')])) }
}
