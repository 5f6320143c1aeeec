import { realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf, EmbeddedServerError, reasonOf } from './errors.js'
import { makeFolder } from './make-folder.js'

// Only for the owner: the folder contains mail.
const FOLDER_MODE = 0o700

/** Every file and folder that the embedded servers keep under the data folder. */
export interface DataDirPaths {
  root: string
  mongoData: string
  mongoLog: string
  mongoPid: string
  redisData: string
  redisLog: string
  redisPid: string
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
    redisData: join(root, 'redis'),
    redisLog: join(root, 'redis.log'),
    redisPid: join(root, 'redis.pid'),
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
    return paths
  } catch (error) {
    throw new EmbeddedServerError(await explain(asked, error))
  }
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const code = codeOf(error)
  const found = await stat(dataDir).catch(() => null)
  if (found && !found.isDirectory()) return `The data folder ${dataDir} is not a folder. Set DATA_DIR to a folder.`
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `The data folder ${dataDir} cannot be created: part of its path is not a folder. Set DATA_DIR to a folder.`
  }
  const why = code === 'ENOSPC' ? 'the disk is full' : reasonOf(error)
  return `The data folder ${dataDir} cannot be written to (${why}). Set DATA_DIR to a folder that this user may write to.`
}
