import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from '../src/data-dir-lock.js'
import { identify } from '../src/process-identity.js'
import { startServers, temporaryFolder } from './support.js'

test('the message names a data folder that is a file or lies below one', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'below')]) {
    const refused = startServers(dataDir)
    await expect(refused).rejects.toHaveProperty('name', 'EmbeddedServerError')
    await expect(refused).rejects.toThrow(dataDir)
    await expect(refused).rejects.toThrow('DATA_DIR')
  }
})

test.runIf(process.platform === 'linux')('the message names a data folder that cannot be written to', async () => {
  const refused = startServers('/proc/postline')
  await expect(refused).rejects.toHaveProperty('name', 'EmbeddedServerError')
  await expect(refused).rejects.toThrow('/proc/postline cannot be written to')
})

test('a lock is stale when its pid was given to another process', async () => {
  const root = await temporaryFolder()
  const before = { ...identify(process.pid), startTime: 'another time' }
  await writeFile(join(root, 'lock.1'), JSON.stringify(before))
  const lock = await lockDataDir(root)
  await expect(lockDataDir(root)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()
  expect(await readdir(root)).toEqual([])
})

test('if many processes find a stale lock at the same moment, one gets the folder', async () => {
  const root = await temporaryFolder()
  for (let round = 0; round < 20; round++) {
    await writeFile(join(root, 'lock.7'), '{"pid":1,"startTime":"long ago"}')
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(root)))
    const winners = results.filter((result) => result.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]?.value.release()
    expect(await readdir(root)).toEqual([])
  }
})
