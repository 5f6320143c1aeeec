import { readJson, writeJsonAtomically } from './atomic-file.js'
import { dataDirPaths } from './data-dir.js'
import { identify, isRunning, type ProcessIdentity } from './process-identity.js'

/** The addresses of a running instance's servers. */
export interface RuntimeAddresses {
  mongoUri: string
  redisUrl: string
}

/** Writes the addresses of this process's servers for other processes, such as the command line. */
export async function writeRuntime(file: string, addresses: RuntimeAddresses): Promise<void> {
  await writeJsonAtomically(file, { ...addresses, ...identify(process.pid) })
}

/** The addresses of the servers that a running process has for this data folder; null if none does. */
export async function readRuntime(dataDir: string): Promise<RuntimeAddresses | null> {
  const found = await readJson<RuntimeAddresses & ProcessIdentity>(dataDirPaths(dataDir).runtime)
  return found && isRunning(found) ? { mongoUri: found.mongoUri, redisUrl: found.redisUrl } : null
}
