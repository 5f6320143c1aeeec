import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.js'

type KeySettings = Pick<Config, 'dataDir' | 'encryptionKey' | 'mongodbUri'>

/**
 * The file with the encryption key of an embedded MongoDB. Null if the settings name a key, or another MongoDB. It is
 * read like every ENCRYPTION_KEY_FILE.
 */
export function encryptionKeyFile({ dataDir, encryptionKey, mongodbUri }: KeySettings): string | null {
  return encryptionKey || mongodbUri ? null : join(resolve(dataDir), 'encryption.key')
}

/** The same file, made now if there is none. Call this only while nobody else can use the data folder. */
export async function ensureEncryptionKeyFile(config: KeySettings): Promise<string | null> {
  const file = encryptionKeyFile(config)
  if (file !== null && !existsSync(file)) await writeKey(file)
  return file
}

/** On the disk before anything is encrypted with it: without it, that would be lost. */
async function writeKey(file: string): Promise<void> {
  const draft = `${file}.tmp`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
