import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Connection, mongo } from 'mongoose'
import { allInParallel } from '../../../lib/concurrency/in-parallel.js'
import { VERSION } from '../../../version.js'
import { BackupError } from './backup-error.js'
import { isErrno, syncFolder, writeCompressed } from './disk.js'
import { DocumentChunks } from './documents.js'
import {
  type CollectionEntry,
  databaseFolder,
  documentsFile,
  MANIFEST_FORMAT,
  type Manifest,
  metadataFile,
  writeManifest,
} from './manifest.js'
import { findHold, systemRows } from './restore-hold.js'
import { keepHistory } from './snapshot-history.js'

/*
 * A backup shows one moment of the database, while work goes on: every collection is read at the same cluster time, by
 * reads with the concern `snapshot` and `atClusterTime`. It is written to a folder with another name, which is renamed
 * when all of it is on the disk, so a folder with the right name is always whole.
 */

/** Collections read at a time. Each holds a batch of the server in memory, of 16 MiB at most. */
const AT_A_TIME = 4
const BATCH_DOCUMENTS = 5_000
const ENCRYPTION_KEY_ROW = 'encryption_key:'

/** Errors of MongoDB that say that the moment can no longer be read. */
const SNAPSHOT_TOO_OLD = 239
const SNAPSHOT_UNAVAILABLE = 246

/** What a backup has done so far. */
export interface Progress {
  collection: string
  documents: number
  /** How many the collection has, roughly. */
  total: number
}

export interface BackUpOptions {
  onProgress(progress: Progress): void
}

type Collection = mongo.CollectionInfo & { total: number }

/**
 * Backs up the database of a connection into a new folder.
 * @throws BackupError if the folder exists, the database is being restored, or the moment could not be read to the end.
 */
export async function backUp(connection: Connection, folder: string, options: BackUpOptions): Promise<Manifest> {
  const hold = await findHold(systemRows(connection))
  if (hold?.state === 'restoring') {
    throw new BackupError(`The database is not whole: it is being restored from the backup of ${hold.backup_at}.`)
  }
  const target = resolve(folder)
  const partial = `${target}.partial`
  await refuseExisting(target, partial)
  try {
    const manifest = await write(connection, partial, options)
    await rename(partial, target)
    await syncFolder(dirname(target))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw explained(error, target)
  }
}

async function refuseExisting(target: string, partial: string): Promise<void> {
  const names = await readdir(target).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return []
    if (isErrno(error, 'ENOTDIR')) return [basename(target)]
    throw error
  })
  if (names.length > 0) throw new BackupError(`${target} exists and is not empty. Name a new folder.`)
  try {
    await mkdir(partial, { mode: 0o700 })
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new BackupError(`There is no folder ${dirname(target)}. Create it first.`)
    if (!isErrno(error, 'EEXIST')) throw error
    throw new BackupError(
      `${partial} exists: another backup is writing it, or was killed. If none is running, delete it.`,
    )
  }
}

async function write(connection: Connection, partial: string, options: BackUpOptions): Promise<Manifest> {
  const db = connection.db!
  const client = connection.getClient()
  const history = await keepHistory(client.db('admin'))
  try {
    const { version: mongodb } = await db.command({ buildInfo: 1 })
    const collections = await findCollections(db)
    const moment = await readClusterTime(db)
    const folder = databaseFolder(partial, db.databaseName)
    await mkdir(folder, { mode: 0o700 })
    // The largest first, so that none of them is left alone at the end.
    const sorted = [...collections].sort((one, other) => other.total - one.total)
    const entries = await allInParallel(sorted, AT_A_TIME, (collection) =>
      dump({ db, folder, collection, moment }, options),
    )
    const manifest: Manifest = {
      ...MANIFEST_FORMAT,
      ...{ id: randomBytes(16).toString('hex'), version: VERSION, mongodb, database: db.databaseName },
      cluster_time: { t: moment.getHighBits(), i: moment.getLowBits() },
      at: new Date(moment.getHighBitsUnsigned() * 1_000).toISOString(),
      finished_at: new Date().toISOString(),
      encryption_keys: await findEncryptionKeys(db),
      collections: entries.sort((one, other) => (one.name < other.name ? -1 : 1)),
    }
    await writeManifest(partial, manifest)
    await syncFolder(folder)
    await syncFolder(partial)
    return manifest
  } catch (error) {
    throw isTooOld(error) ? tooOld(history.seconds) : error
  } finally {
    await history.restore()
  }
}

async function findCollections(db: mongo.Db): Promise<Collection[]> {
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray()
  const own = found.filter(({ name }) => !name.startsWith('system.'))
  if (own.length === 0) {
    throw new BackupError(`The database ${db.databaseName} is empty: check the name of the database in MONGODB_URI.`)
  }
  return allInParallel(own, AT_A_TIME, async (collection) => ({
    ...(collection as mongo.CollectionInfo),
    total: await db.collection(collection.name).estimatedDocumentCount(),
  }))
}

/** The moment of the backup: the newest one that a majority of the members has. */
async function readClusterTime(db: mongo.Db): Promise<mongo.Timestamp> {
  const { cursor } = await db.command({
    ...{ find: 'system', limit: 1, singleBatch: true, projection: { _id: 1 } },
    readConcern: { level: 'snapshot' },
  })
  return cursor.atClusterTime
}

interface DumpSource {
  db: mongo.Db
  folder: string
  collection: Collection
  moment: mongo.Timestamp
}

async function dump(source: DumpSource, options: BackUpOptions): Promise<CollectionEntry> {
  const { db, folder, collection, moment } = source
  const { name, total } = collection
  const chunks = new DocumentChunks()
  const batches = batchesOf(db, name, moment, (documents) => options.onProgress({ collection: name, documents, total }))
  const documents_sha256 = await writeCompressed(documentsFile(folder, name), chunks.of(batches))
  const metadata = await metadataOf(db, collection)
  const metadata_sha256 = await writeCompressed(metadataFile(folder, name), [Buffer.from(metadata)])
  return { name, documents: chunks.documents, bytes: chunks.bytes, documents_sha256, metadata_sha256 }
}

/** The documents as they were stored at that moment, a batch of the server at a time. */
async function* batchesOf(
  db: mongo.Db,
  collection: string,
  moment: mongo.Timestamp,
  onRead: (documents: number) => void,
): AsyncGenerator<Buffer[]> {
  const command = {
    ...{ find: collection, batchSize: BATCH_DOCUMENTS, noCursorTimeout: true },
    readConcern: { level: 'snapshot', atClusterTime: moment },
  }
  const cursor = db.runCursorCommand(command, { raw: true }).setBatchSize(BATCH_DOCUMENTS)
  let documents = 0
  try {
    while (await cursor.hasNext()) {
      const batch: unknown[] = cursor.readBufferedDocuments()
      documents += batch.length
      onRead(documents)
      yield batch.filter((document) => Buffer.isBuffer(document))
    }
  } finally {
    await cursor.close()
  }
}

/** As in a file of mongodump. */
async function metadataOf(db: mongo.Db, { name, options = {}, info }: Collection): Promise<string> {
  const indexes = await db.collection(name).listIndexes().toArray()
  const uuid = info?.uuid?.toString('hex') ?? ''
  const metadata = { options, indexes, uuid, collectionName: name, type: 'collection' }
  return mongo.BSON.EJSON.stringify(metadata, { relaxed: false })
}

async function findEncryptionKeys(db: mongo.Db): Promise<string[]> {
  const rows = await systemRows({ db })
    .find({ _id: { $gte: ENCRYPTION_KEY_ROW, $lt: `${ENCRYPTION_KEY_ROW}~` } }, { projection: { _id: 1 } })
    .toArray()
  return rows.map(({ _id }) => _id.slice(ENCRYPTION_KEY_ROW.length))
}

const isTooOld = (error: unknown) =>
  error instanceof mongo.MongoServerError && (error.code === SNAPSHOT_TOO_OLD || error.code === SNAPSHOT_UNAVAILABLE)

const tooOld = (seconds: number | null) =>
  new BackupError(
    `The moment of the backup can no longer be read: an index was created or dropped meanwhile, or reading took longer than MongoDB keeps its history${seconds === null ? '' : `, which is ${seconds} seconds`}. Run it again; if it takes longer, start the members with --setParameter minSnapshotHistoryWindowInSeconds=86400, or give the user the role hostManager, so that the backup can set it.`,
  )

function explained(error: unknown, target: string): unknown {
  if (!isErrno(error, 'ENOSPC', 'EDQUOT')) return error
  return new BackupError(
    `The disk of ${target} is full. What was written has been deleted; free space and run it again.`,
  )
}
