import { chmod, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { diskFull, isDiskFullError } from './disk-space.js'
import { codeOf, EmbeddedServerError, reasonOf } from './errors.js'
import { makeFolder } from './make-folder.js'

// Only for the owner: the folder contains mail.
const FOLDER_MODE = 0o700
const STICKY = 0o1000

/** Every file and folder that the embedded servers keep under the data folder. */
export interface DataDirPaths {
  root: string
  mongoData: string
  mongoLog: string
  mongoPid: string
  mongoKey: string
  redisData: string
  redisLog: string
  redisPid: string
  redisConfig: string
  passwords: string
  ports: string
  runtime: string
}

/** The paths under a data folder. Does not touch the disk. */
export function dataDirPaths(root: string): DataDirPaths {
  return {
    root,
    mongoData: join(root, 'mongo'),
    mongoLog: join(root, 'mongo.log'),
    mongoPid: join(root, 'mongo.pid'),
    mongoKey: join(root, 'mongo.key'),
    redisData: join(root, 'redis'),
    redisLog: join(root, 'redis.log'),
    redisPid: join(root, 'redis.pid'),
    redisConfig: join(root, 'redis.conf'),
    passwords: join(root, 'passwords.json'),
    ports: join(root, 'ports.json'),
    runtime: join(root, 'runtime.json'),
  }
}

/**
 * Creates the data folder, readable only by its owner, and checks that it can be written to.
 * @throws EmbeddedServerError that names the path
 */
export async function prepareDataDir(dataDir: string): Promise<DataDirPaths> {
  const asked = resolve(dataDir)
  try {
    await makeFolder(asked, FOLDER_MODE)
    // Orphans are recognized by the folder in their arguments, so a folder must always have the same name.
    const paths = dataDirPaths(await realpath(asked))
    const probe = join(paths.root, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    await makeFolder(paths.mongoData, FOLDER_MODE)
    await makeFolder(paths.redisData, FOLDER_MODE)
    for (const folder of [paths.root, paths.mongoData, paths.redisData]) await closeToOthers(folder)
    return paths
  } catch (error) {
    throw new EmbeddedServerError(await explain(asked, error))
  }
}

/** Closes a folder that was there before, unless it belongs to somebody else or is meant for everybody, as /tmp is. */
async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder)
  if ((mode & 0o077) === 0 || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return
  await chmod(folder, FOLDER_MODE)
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const code = codeOf(error)
  const found = await stat(dataDir).catch(() => null)
  if (found && !found.isDirectory()) return `The data folder ${dataDir} is not a folder. Set DATA_DIR to a folder.`
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `The data folder ${dataDir} cannot be created: part of its path is not a folder. Set DATA_DIR to a folder.`
  }
  if (isDiskFullError(error)) return diskFull(dataDir)
  return `The data folder ${dataDir} cannot be written to (${reasonOf(error)}). Set DATA_DIR to a folder that this user may write to.`
}
