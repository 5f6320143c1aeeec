import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readJson, writeJsonAtomically } from './atomic-file.js'
import { codeOf } from './errors.js'
import { makeFolder } from './make-folder.js'
import { identify } from './process-identity.js'

/*
 * One folder for each binary, `<root>/<name>-<version>-<platform>/`, with the program and its checksum in `seal.json`.
 * The folder is filled elsewhere and renamed into place, so it is either complete or absent.
 */

const FOLDER_MODE = 0o755
const TEMPORARY = /^tmp-(\d+)-/

interface Seal {
  sha256: string
  size: number
  modifiedMs: number
}

/** The cache of downloaded servers, outside the project: all of this user's copies of the project share it. */
export class BinaryCache {
  constructor(readonly root: string) {}

  /**
   * Opens the cache under `$XDG_CACHE_HOME` or `~/.cache`, or under the given folder if those cannot be written to, and
   * removes unfinished downloads of processes that have ended.
   */
  static async open(env: NodeJS.ProcessEnv, fallbackDir: string): Promise<BinaryCache> {
    const xdg = env.XDG_CACHE_HOME
    const base = xdg && isAbsolute(xdg) ? xdg : join(env.HOME || homedir(), '.cache')
    const cache = new BinaryCache(await writableFolder(join(base, 'postline'), join(fallbackDir, 'cache')))
    await cache.removeAbandoned()
    return cache
  }

  /**
   * The cached program; null if absent. A program that was changed since it was cached is reported and removed, never
   * run. Its SHA-256 is computed only if its modification time differs, because the file has 140 MB.
   */
  async find(key: string, program: string, say: (line: string) => void): Promise<string | null> {
    const file = join(this.root, key, program)
    const found = await stat(file).catch(() => null)
    const seal = await readJson<Seal>(join(this.root, key, 'seal.json'))
    if (found && seal && found.size === seal.size) {
      if (found.mtimeMs === seal.modifiedMs || (await sha256OfFile(file)) === seal.sha256) return file
    }
    if (found || seal) {
      say(`The cached ${file} is damaged; downloading it again.`)
      await this.discard(key)
    }
    return null
  }

  /** Makes a folder for this process's downloads, on the same disk as the cache. */
  async makeTemporary(): Promise<string> {
    const folder = join(this.root, `tmp-${process.pid}-${randomBytes(6).toString('hex')}`)
    await mkdir(folder)
    return folder
  }

  /**
   * Moves a program into the cache. If another process has cached the same program meanwhile, keeps that one.
   * @returns its path in the cache
   */
  async install(key: string, program: string, source: string): Promise<string> {
    const draft = await this.makeTemporary()
    try {
      const file = join(draft, program)
      await rename(source, file)
      await chmod(file, 0o755)
      const { size, mtimeMs } = await stat(file)
      const seal: Seal = { sha256: await sha256OfFile(file), size, modifiedMs: mtimeMs }
      await writeJsonAtomically(join(draft, 'seal.json'), seal)
      await rename(draft, join(this.root, key))
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    return join(this.root, key, program)
  }

  private async discard(key: string): Promise<void> {
    const bin = await this.makeTemporary()
    await rename(join(this.root, key), join(bin, 'damaged')).catch(() => {})
    await rm(bin, { recursive: true, force: true })
  }

  private async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.root)) {
      const pid = TEMPORARY.exec(name)?.[1]
      if (pid && !identify(Number(pid)))
        await rm(join(this.root, name), { recursive: true, force: true }).catch(() => {})
    }
  }
}

/** The SHA-256 of a file's content, in hex. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

async function writableFolder(preferred: string, fallback: string): Promise<string> {
  try {
    await makeFolder(preferred, FOLDER_MODE)
    const probe = join(preferred, `tmp-${process.pid}-probe`)
    await writeFile(probe, '')
    await rm(probe)
    return preferred
  } catch {
    await makeFolder(fallback, FOLDER_MODE)
    return fallback
  }
}
