import { BinaryCache, findBinary } from '@postline/embedded'

const IDLE_MS = 10_000

/** The servers that `npm start` uses too: from the PATH, the cache, or downloaded. */
export async function serverBinaries(folder: string): Promise<{ mongod: string; valkey: string }> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const cache = await BinaryCache.open(process.env, folder)
  const context = { cache, env: process.env, say, idleMs: IDLE_MS, signal: undefined }
  return { mongod: await findBinary('mongodb', context), valkey: await findBinary('redis', context) }
}
