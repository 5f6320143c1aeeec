import { randomBytes } from 'node:crypto'

/** A new signing secret: 32 random bytes in hex, as in the contract. */
export const newSigningSecret = () => randomBytes(32).toString('hex')
