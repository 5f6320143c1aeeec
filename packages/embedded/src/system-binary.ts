import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { isUsable, OLDEST_USABLE, readVersion, type ServerKind } from './binary-version.js'
import { reasonOf } from './errors.js'

const NAMES: Record<ServerKind, string[]> = { mongodb: ['mongod'], redis: ['valkey-server', 'redis-server'] }

/** All executable files of this name in the folders of the PATH, in the order of the PATH. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const found: string[] = []
  for (const file of folders.map((folder) => join(folder, name))) {
    if (!found.includes(file) && (await isExecutable(file))) found.push(file)
  }
  return found
}

/** An installed server that is new enough. Prints a line for each program that it skips. */
export async function findSystemBinary(
  kind: ServerKind,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string | null> {
  const onPath = await Promise.all(NAMES[kind].map((name) => findOnPath(name, env)))
  const named = kind === 'mongodb' && env.MONGOMS_SYSTEM_BINARY ? [env.MONGOMS_SYSTEM_BINARY] : []
  for (const binary of [...named, ...onPath.flat()]) {
    try {
      const found = await readVersion(kind, binary, env)
      if (isUsable(found)) return binary
      say(`Skipping ${binary}: ${found.product} ${found.version} is older than ${OLDEST_USABLE[found.product]}.`)
    } catch (error) {
      say(`Skipping ${binary}: ${reasonOf(error)}`)
    }
  }
  return null
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
