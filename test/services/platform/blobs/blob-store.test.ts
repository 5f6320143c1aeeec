import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BlobStore, type OpenBlob } from '../../../../src/services/platform/blobs/blob-store.js'
import { attachmentFolder, attachmentKey, rawKey } from '../../../../src/services/receiving/blob-keys.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

const MIB = 1024 * 1024
const HOUR_MS = 3_600_000

let ledger: Ledger
let store: BlobStore
beforeAll(async () => {
  ledger = await openTestLedger()
  store = ledger.blobStore
})
afterAll(() => ledger.close())
beforeEach(async () => {
  const { blobs, blobFiles, blobChunks } = ledger.models
  await Promise.all([blobs.deleteMany(), blobFiles.deleteMany(), blobChunks.deleteMany()])
})

const KEY = rawKey('d1')
const put = (bytes: Buffer, key = KEY, account = ledger.accountId) => store.put(account, key, bytes)
const get = (key = KEY, account = ledger.accountId) => store.get(account, key)
const counts = async () => {
  const { blobs, blobFiles, blobChunks } = ledger.models
  return Promise.all([blobs.countDocuments(), blobFiles.countDocuments(), blobChunks.countDocuments()])
}

const readAll = async ({ content }: OpenBlob) =>
  Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray())

test.each([0, 0.9, 1, 1.1, 4, 25])('%d MiB come back byte for byte, at once and as a stream', async (mib) => {
  const bytes = randomBytes(Math.round(mib * MIB))
  await put(bytes)
  expect((await get())?.equals(bytes)).toBe(true)
  const opened = (await store.open(ledger.accountId, KEY))!
  expect(opened.size).toBe(bytes.length)
  expect((await readAll(opened)).equals(bytes)).toBe(true)
  const isFile = bytes.length > MIB
  expect(Buffer.isBuffer(opened.content)).toBe(!isFile)
  expect(await counts()).toEqual([1, isFile ? 1 : 0, isFile ? Math.ceil(bytes.length / MIB) : 0])
  expect(await ledger.models.blobFiles.countDocuments({ unsettled_at: { $exists: true } })).toBe(0)
})

test('whatever the bytes are, they come back as they were', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (array) => {
      count += 1
      const key = rawKey(`p${count}`)
      await put(Buffer.from(array), key)
      expect(Buffer.from(array).equals((await get(key))!)).toBe(true)
    }),
    { numRuns: 100, seed: 20_261_122 },
  )
})

test.each([10, 2 * MIB])('%d bytes that many store at once, in two processes, are kept once', async (size) => {
  const bytes = randomBytes(size)
  const other = new BlobStore(ledger)
  await Promise.all([put(bytes), put(bytes), other.put(ledger.accountId, KEY, bytes), put(bytes)])
  await put(bytes)
  expect((await get())?.equals(bytes)).toBe(true)
  expect(await counts()).toEqual([1, size > MIB ? 1 : 0, size > MIB ? size / MIB : 0])
})

test('accounts and keys have their own bytes', async () => {
  const [mine, theirs, part] = [Buffer.from('mine'), Buffer.from('theirs'), Buffer.from('part')]
  await put(mine)
  await put(theirs, KEY, 'acc_other')
  await put(part, attachmentKey('inb_1', 0))
  expect(await get()).toEqual(mine)
  expect(await get(KEY, 'acc_other')).toEqual(theirs)
  expect(await get(attachmentKey('inb_1', 0))).toEqual(part)
  expect(await get(attachmentKey('inb_1', 1))).toBeNull()
  await store.delete(ledger.accountId, [KEY])
  expect(await get()).toBeNull()
  expect(await get(KEY, 'acc_other')).toEqual(theirs)
})

test('a folder has its own keys and no others, which an index finds', async () => {
  const inFirst = [0, 1, 10].map((index) => attachmentKey('inb_1', index))
  const others = [attachmentKey('inb_10', 0), attachmentKey('inb_2', 0), KEY]
  for (const key of [...inFirst, ...others]) await put(Buffer.from('x'), key)
  await put(Buffer.from('x'), attachmentKey('inb_1', 2), 'acc_other')
  const keysIn = async (...ids: string[]) =>
    (await store.keysIn(ledger.accountId, ids.map(attachmentFolder))).toSorted()
  expect(await keysIn('inb_1')).toEqual(inFirst.toSorted())
  expect(await keysIn('inb_1', 'inb_2', 'inb_3')).toEqual([...inFirst, others[1]].toSorted())
  expect(await keysIn()).toEqual([])
  const find = vi.spyOn(ledger.models.blobs.collection, 'find')
  await keysIn('inb_1', 'inb_2')
  const [filter] = find.mock.calls[0]!
  find.mockRestore()
  const plan = await ledger.models.blobs.collection.find(filter!).explain('executionStats')
  expect(plan.executionStats.totalKeysExamined).toBeLessThan(inFirst.length + 4)
  expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
})

test.each([10, 2 * MIB])('of %d deleted bytes nothing is left', async (size) => {
  await put(randomBytes(size))
  await store.delete(ledger.accountId, [KEY, rawKey('unknown')])
  expect(await get()).toBeNull()
  expect(await store.open(ledger.accountId, KEY)).toBeNull()
  expect(await counts()).toEqual([0, 0, 0])
})

test.each([10, 2 * MIB])('%d bytes that were stored again are not deleted as old', async (size) => {
  const bytes = randomBytes(size)
  await put(bytes)
  ledger.clock.advance(HOUR_MS)
  const cutoff = ledger.clock.now()
  await put(bytes)
  await store.delete(ledger.accountId, [KEY], cutoff)
  expect((await get())?.equals(bytes)).toBe(true)
  ledger.clock.advance(HOUR_MS)
  await store.delete(ledger.accountId, [KEY], ledger.clock.now())
  expect(await counts()).toEqual([0, 0, 0])
})

test('what a process left behind when it died is removed, and nothing else', async () => {
  const bytes = randomBytes(2 * MIB)
  await put(bytes)
  // It died before it had written all chunks, and after it had written everything but the end of the mark.
  const { blobFiles, blobChunks } = ledger.models
  const half = { _id: 'half', length: 9, chunkSize: 1, filename: 'acc_x/raw/d', metadata: { account_id: 'acc_x' } }
  await blobFiles.create({ ...half, uploadDate: ledger.clock.now(), unsettled_at: ledger.clock.now() })
  await blobChunks.collection.insertOne({ files_id: 'half', n: 0, data: new mongo.Binary(Buffer.from('x')) })
  await blobFiles.updateMany({ length: bytes.length }, { $set: { unsettled_at: ledger.clock.now() } })
  await store.settleLeft()
  expect(await counts()).toEqual([1, 2, 3])
  ledger.clock.advance(2 * HOUR_MS)
  await store.settleLeft()
  expect(await counts()).toEqual([1, 1, 2])
  expect((await get())?.equals(bytes)).toBe(true)
  expect(await blobFiles.countDocuments({ unsettled_at: { $exists: true } })).toBe(0)
})
