import type { ApiKey } from '../../contract/api-keys.js'
import { ApiError } from '../../errors.js'
import type { ApiKeyService } from '../../services/accounts/api-keys/api-key-service.js'
import { type Caller, operatorOf } from '../../services/caller.js'
import { CliError } from '../errors.js'

/** How long the key of an import lives, if the import is killed before it revokes it. */
const KEY_LIFE_MS = 24 * 60 * 60_000
/** What the names of all these keys begin with. */
const IMPORT = 'Import from '

/**
 * Does the work of an import with a separate key, which is revoked at the end. An account has one import at a time: two
 * would make everything twice.
 * @param title the service that it is from.
 * @throws CliError if another import is under way.
 */
export async function withImportKey<T>(
  keys: ApiKeyService,
  accountId: string,
  title: string,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const given = { name: `${IMPORT}${title}`, scope: 'admin' as const, expires_at: new Date(Date.now() + KEY_LIFE_MS) }
  const { id, key } = await keys.create(operatorOf(accountId), given)
  try {
    // After its own key exists, so that of two imports at least one sees the other.
    const other = await otherImport(keys, accountId, id)
    if (other) {
      throw new CliError(
        `Another import to ${accountId} is under way, with the key ${other.id}. If it was killed, revoke its key and repeat: postline keys revoke ${other.id}`,
      )
    }
    return await work(await keys.authenticate(`Bearer ${key}`))
  } finally {
    // Also if the account has no other key with this scope: nobody knows this one.
    await keys.revokeOfAnyAccount(id).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    })
  }
}

async function otherImport(keys: ApiKeyService, accountId: string, own: string): Promise<ApiKey | null> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ApiKeyService['list']>> = await keys.list(accountId, {
      limit: 100,
      ...(cursor && { cursor }),
    })
    const isOther = ({ id, name, expires_at }: ApiKey) =>
      id !== own && name?.startsWith(IMPORT) && expires_at !== null && Date.parse(expires_at) > Date.now()
    const other = page.items.find(isOther)
    if (other) return other
    cursor = page.nextCursor
  } while (cursor !== null)
  return null
}
