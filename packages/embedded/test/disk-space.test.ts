import { execFile } from 'node:child_process'
import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskProblem, watchDisk } from '../src/disk-space.js'
import { startServers, temporaryFolder, withMongo, withRedis } from './support.js'

/* The servers on a disk that becomes full: a file system in memory, which only root can mount. */

const run = promisify(execFile)

/** An empty disk of this size, in MiB. Null where mounting is not allowed. */
async function diskOf(size: number): Promise<string | null> {
  const folder = await temporaryFolder()
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder])
  } catch {
    return null
  }
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])))
  return folder
}

/** Takes all space that is left. */
async function fill(folder: string): Promise<void> {
  const file = await open(join(folder, 'filling'), 'a')
  const part = Buffer.alloc(64 * 1024)
  try {
    for (;;) await file.appendFile(part)
  } catch (error) {
    expect(String(error)).toContain('ENOSPC')
  } finally {
    await file.close()
  }
}

const NO_MOUNT = 'mounting a small disk is not allowed here'

test('a start on a full disk names the disk', async ({ skip }) => {
  const disk = (await diskOf(4)) ?? skip(NO_MOUNT)
  const dataDir = join(disk, 'data')
  await fill(disk)
  await expect(startServers(dataDir, { ephemeral: true })).rejects.toThrow(
    new RegExp(`^The disk of the data folder ${dataDir} is full\\. Free space on it, or move .* set DATA_DIR\\.`),
  )
})

test('when the disk becomes full, one line says so, and so does the end of MongoDB', async ({ skip }) => {
  const disk = (await diskOf(700)) ?? skip(NO_MOUNT)
  const dataDir = join(disk, 'data')
  const said: string[] = []
  const onExit = vi.fn()
  const servers = await startServers(dataDir, { ephemeral: true, say: (line) => said.push(line), onExit })
  await withRedis(servers.redisUrl, (client) => client.set('before', 'kept'))
  await fill(disk)
  const big = 'x'.repeat(1_000_000)
  const writing = withMongo(servers.mongoUri, async (client) => {
    for (;;)
      await client
        .db()
        .collection('rows')
        .insertOne({ big }, { writeConcern: { w: 'majority', j: true } })
  })
  await expect(writing).rejects.toThrow()
  await vi.waitFor(() => expect(onExit).toHaveBeenCalled(), 60_000)
  const line = `The disk of the data folder ${dataDir} is full.`
  expect(onExit.mock.calls[0]).toEqual(['MongoDB', expect.anything(), expect.stringContaining(line)])
  await vi.waitFor(() => expect(said.filter((text) => text.startsWith(line))).toHaveLength(1), 20_000)
})

test.each([
  // As mongod 6 and 7, and Valkey 8 log it.
  '{"s":"E","c":"WT","msg":"WiredTiger error message","attr":{"error":28,"message":"__posix_file_write: write: No space left on device"}}',
  '# Error writing to the AOF file: No space left on device',
  'fatal log failure: Disk quota exceeded',
])('what a server logs about it is enough: %s', async (line) => {
  const folder = await temporaryFolder()
  expect(await diskProblem(folder, line)).toContain(`The disk of the data folder ${folder} is full.`)
  expect(await diskProblem(folder, 'Waiting for connections')).toBeNull()
})

test('it is said when the disk is full and when it has space again, each once', async ({ skip }) => {
  const disk = (await diskOf(32)) ?? skip(NO_MOUNT)
  const said: string[] = []
  const watch = watchDisk(disk, (line) => said.push(line), 20)
  onTestFinished(() => watch.stop())
  const filling = join(disk, 'filling')
  for (const round of [1, 2]) {
    await writeFile(filling, Buffer.alloc(24 * 2 ** 20))
    await vi.waitFor(() => expect(said).toHaveLength(2 * round - 1))
    await rm(filling)
    await vi.waitFor(() => expect(said).toHaveLength(2 * round))
  }
  const round = [`The disk of the data folder ${disk} is full.`, `The disk of the data folder ${disk} has space again.`]
  expect(said.map((line) => `${line.split('.', 1)[0]}.`)).toEqual([...round, ...round])
})
