import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { Config } from './config.js'

/** The TLS options of connections to Redis, beyond what `rediss://` says. Empty if the settings name no files. */
export function redisTls({
  redisTlsCaFile,
  redisTlsCertFile,
}: Pick<Config, 'redisTlsCaFile' | 'redisTlsCertFile'>): ConnectionOptions {
  const own = redisTlsCertFile === null ? null : readFileSync(redisTlsCertFile)
  return {
    ...(redisTlsCaFile !== null && { ca: readFileSync(redisTlsCaFile) }),
    // One file with both: OpenSSL picks the part it needs.
    ...(own && { cert: own, key: own }),
  }
}
