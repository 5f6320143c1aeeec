import type { Connection } from 'mongoose'
import type { Config } from '../../config.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { createModels } from '../../models/index.js'
import { countByKey } from '../../services/platform/encryption/keys-in-use.js'
import { Sealer } from '../../services/platform/encryption/sealer.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const NAME = 'Secrets'
const TIMEOUT_MS = 5_000
const ROTATE = 'Run `postline rotate-encryption-key`.'

/** DKIM keys and signing secrets in the ledger are encrypted with the newest key. */
export async function checkSecrets(
  connection: Connection | null,
  { encryptionKey }: Pick<Config, 'encryptionKey'>,
): Promise<Check> {
  if (!connection) return notChecked(NAME, 'MongoDB cannot be used')
  try {
    const counts = await withTimeout(TIMEOUT_MS, countByKey(createModels(connection)))
    return judge(counts, new Sealer(encryptionKey ?? []))
  } catch (error) {
    return fail(NAME, `cannot be read from MongoDB: ${reasonOf(error)}`, 'Check the log of MongoDB.')
  }
}

function judge(counts: Map<string | null, number>, { keyIds, newest }: Sealer): Check {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const lost = [...counts.keys()].filter((keyId) => keyId !== null && !keyIds.includes(keyId))
  if (lost.length > 0) {
    const found = `encrypted with the key ${lost.join(' and ')}, which is not in ENCRYPTION_KEY`
    return fail(
      NAME,
      found,
      'Add that key to ENCRYPTION_KEY, after the newest one. Without it the service does not start.',
    )
  }
  if (newest === null) {
    const advice = `Set ENCRYPTION_KEY in every process (\`openssl rand -base64 32\` makes a key). ${ROTATE}`
    return warn(NAME, `${total} stored without encryption`, advice)
  }
  const plain = counts.get(null) ?? 0
  if (plain > 0) return warn(NAME, `${plain} of ${total} stored without encryption`, ROTATE)
  const outdated = total - (counts.get(newest) ?? 0)
  if (outdated > 0) return warn(NAME, `${outdated} of ${total} encrypted with an older key than ${newest}`, ROTATE)
  return ok(NAME, `${total} encrypted with the key ${newest}`)
}
