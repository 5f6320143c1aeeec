import { execFile } from 'node:child_process'

/** The two kinds of server. */
export type ServerKind = 'mongodb' | 'redis'

/** A program and the version it reports. */
export interface BinaryVersion {
  product: 'mongod' | 'Redis' | 'Valkey'
  version: string
}

const PATTERNS: Record<ServerKind, [RegExp, BinaryVersion['product']][]> = {
  mongodb: [[/^db version v(\d+(?:\.\d+)*)/m, 'mongod']],
  redis: [
    [/^Valkey server v=(\d+(?:\.\d+)*)/m, 'Valkey'],
    [/^Redis server v=(\d+(?:\.\d+)*)/m, 'Redis'],
  ],
}

/** The oldest supported versions. */
export const OLDEST_USABLE: Record<BinaryVersion['product'], string> = { mongod: '6.0', Redis: '7.0', Valkey: '7.2' }

const VERSION_TIMEOUT_MS = 10_000

/** Parses the output of `--version`; null if it is from another program. */
export function parseVersion(kind: ServerKind, output: string): BinaryVersion | null {
  for (const [pattern, product] of PATTERNS[kind]) {
    const version = pattern.exec(output)?.[1]
    if (version) return { product, version }
  }
  return null
}

/** Whether a version is new enough to be used. */
export function isUsable({ product, version }: BinaryVersion): boolean {
  return version.localeCompare(OLDEST_USABLE[product], 'en', { numeric: true }) >= 0
}

/**
 * Runs a program with `--version`.
 * @throws Error that says why the program cannot be run, or what it printed instead
 */
export function readVersion(kind: ServerKind, binary: string, env: NodeJS.ProcessEnv): Promise<BinaryVersion> {
  return new Promise((resolve, reject) => {
    execFile(binary, ['--version'], { env, timeout: VERSION_TIMEOUT_MS }, (error, stdout, stderr) => {
      const version = parseVersion(kind, stdout)
      if (version) return resolve(version)
      const complaint = stderr.trim().split('\n')[0] || stdout.trim().split('\n')[0]
      reject(new Error(complaint || error?.message || 'it printed no version'))
    })
  })
}
