import { constants, copyFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readVersion } from './binary-version.js'
import type { DownloadContext } from './download-context.js'
import { runWatched } from './watched-process.js'

/** The version that mongodb-memory-server downloads. */
const MONGODB_DOWNLOAD_VERSION = '7.0.32'

const KEY = `mongod-${MONGODB_DOWNLOAD_VERSION}-${process.platform}-${process.arch}`
const MARK = '\nbinary='

// Runs in its own process: the library prints to the console, retries for minutes and cannot be stopped.
const SCRIPT = `
const [library, version, downloadDir] = process.argv.slice(1)
require(library).MongoBinary.getPath({ version, downloadDir, checkMD5: true }).then(
  (binary) => process.stdout.write(${JSON.stringify(MARK)} + binary),
  (error) => { process.stderr.write(String(error.message)); process.exitCode = 1 },
)`

/** The mongod that an earlier start downloaded, or null. */
export function findDownloadedMongod({ cache, say }: DownloadContext): Promise<string | null> {
  return cache.find(KEY, 'mongod', say)
}

/**
 * Lets mongodb-memory-server download mongod from mongodb.org (or MONGOMS_DOWNLOAD_MIRROR) and caches it.
 * @throws Error with the reason in one line
 */
export async function downloadMongod({ cache, env, say, idleMs, signal }: DownloadContext): Promise<string> {
  const folder = await cache.makeTemporary()
  try {
    const library = createRequire(import.meta.url).resolve('mongodb-memory-server-core')
    const output = await runWatched({
      command: process.execPath,
      args: ['-e', SCRIPT, library, MONGODB_DOWNLOAD_VERSION, folder],
      env: downloadEnv(env, folder),
      folder,
      label: `Downloading MongoDB ${MONGODB_DOWNLOAD_VERSION} from mongodb.org`,
      say,
      idleMs,
      signal,
    })
    const binary = output.slice(output.lastIndexOf(MARK) + MARK.length)
    // Copy the program: the library may return one that it stored elsewhere earlier, which must stay there.
    const own = join(folder, 'own-mongod')
    await copyFile(binary, own, constants.COPYFILE_FICLONE)
    await readVersion('mongodb', own, env)
    return await cache.install(KEY, 'mongod', own)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function downloadEnv(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const { MONGOMS_SYSTEM_BINARY: _alreadyRefused, ...rest } = env
  return {
    ...rest,
    MONGOMS_RUNTIME_DOWNLOAD: 'true',
    MONGOMS_MAX_RETRIES: '1',
    MONGOMS_PREFER_GLOBAL_PATH: 'false',
    MONGOMS_DOWNLOAD_DIR: folder,
    // The library checks certificates only if npm's `strict-ssl` is set explicitly.
    npm_config_strict_ssl: env.npm_config_strict_ssl || 'true',
  }
}
