import { readJson, writeJsonAtomically } from './atomic-file.js'
import { dataDirPaths } from './data-dir.js'
import { identify, isRunning, type ProcessIdentity } from './process-identity.js'

/** Where the servers of a running instance answer. */
export interface RuntimeAddresses {
  mongoUri: string
  redisUrl: string
}

/** Tells other processes (the command line) where this one's servers are. */
export async function writeRuntime(file: string, addresses: RuntimeAddresses): Promise<void> {
  await writeJsonAtomically(file, { ...addresses, ...identify(process.pid) })
}

/** The addresses of the servers that a running process keeps for this data folder, or null when none does. */
export async function readRuntime(dataDir: string): Promise<RuntimeAddresses | null> {
  const found = await readJson<RuntimeAddresses & ProcessIdentity>(dataDirPaths(dataDir).runtime)
  return found && isRunning(found) ? { mongoUri: found.mongoUri, redisUrl: found.redisUrl } : null
}
