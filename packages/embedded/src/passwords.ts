import { randomBytes } from 'node:crypto'
import { readJson, writeJsonAtomically } from './atomic-file.js'

/** The passwords of the embedded servers, without which another user of the machine cannot use them. */
export interface Passwords {
  mongo: string
  redis: string
}

/** Text that neither a URL nor a line of a configuration file has to quote. */
const PASSWORD = /^[\w-]{32,}$/

/** The passwords in a file. Missing or damaged ones are made anew: every start gives the servers those of the file. */
export async function keepPasswords(file: string): Promise<Passwords> {
  const kept = await readJson<Partial<Passwords>>(file)
  const passwords = { mongo: validOrNew(kept?.mongo), redis: validOrNew(kept?.redis) }
  // Even if nothing has changed: this also closes the file to others.
  await writeJsonAtomically(file, passwords)
  return passwords
}

/** 256 random bits as text. */
export const randomPassword = (): string => randomBytes(32).toString('base64url')

const validOrNew = (password: unknown): string =>
  typeof password === 'string' && PASSWORD.test(password) ? password : randomPassword()
