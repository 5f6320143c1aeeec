import { createHmac, randomBytes } from 'node:crypto'

/** The signature of an attempt, with a token that no other has. */
export function signatureOf({ secret, timestamp }: { secret: string; timestamp: number }) {
  const token = randomBytes(25).toString('hex')
  const text = String(timestamp)
  const signature = createHmac('sha256', secret)
    .update(text + token)
    .digest('hex')
  return { token, timestamp: text, signature }
}
