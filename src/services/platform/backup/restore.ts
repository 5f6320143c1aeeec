import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Connection, mongo } from 'mongoose'
import { allInParallel } from '../../../lib/concurrency/in-parallel.js'
import { schemaOfBuild } from '../../../migrations/migrations.js'
import { findSchemaMismatch } from '../../../migrations/schema-compatibility.js'
import type { SchemaStateDoc } from '../../../models/schema-state.js'
import type { Progress } from './back-up.js'
import { BackupError } from './backup-error.js'
import { findConnected } from './connected-processes.js'
import { isErrno, sha256Of } from './disk.js'
import { readDocuments } from './documents.js'
import {
  type CollectionEntry,
  databaseFolder,
  documentsFile,
  type Manifest,
  metadataFile,
  readManifest,
} from './manifest.js'
import { endHold, findHold, HOLD_ROW, type RestoreHold, systemRows, writeHold } from './restore-hold.js'

/*
 * A restore writes a backup into an empty database, which is held from before the first document until somebody resumes
 * it. A restore that was killed is begun again by the next run with the same backup: the hold says that what is there
 * came from it, and no process starts meanwhile.
 */

const AT_A_TIME = 4
const BATCH_DOCUMENTS = 1_000
const BATCH_BYTES = 8 * 1024 * 1024
const MAX_METADATA_BYTES = 16 * 1024 * 1024
const NAMESPACE_EXISTS = 48

/** Keeps the types of numbers and patterns, so a document is stored with the same bytes as before. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const

export interface RestoreOptions {
  /** The name of the own connections. */
  connectionName: string
  onProgress(progress: Progress): void
}

/**
 * Checks that a backup is whole, and that this build can work with it: every file has the checksum of the manifest.
 * @throws BackupError if not.
 */
export async function checkBackup(folder: string, onProgress: (progress: Progress) => void): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const files = databaseFolder(folder, manifest.database)
  await allInParallel(manifest.collections, AT_A_TIME, async ({ name, documents, ...entry }) => {
    await compare(documentsFile(files, name), entry.documents_sha256)
    await compare(metadataFile(files, name), entry.metadata_sha256)
    onProgress({ collection: name, documents, total: documents })
  })
  await refuseNewer(files, manifest)
  return manifest
}

/** A ledger that this build could not work with stays where it is. One that is behind is migrated after the restore. */
async function refuseNewer(files: string, { collections, version }: Manifest): Promise<void> {
  const name = 'schema_state'
  if (!collections.some((entry) => entry.name === name)) return
  for await (const batch of readDocuments(documentsFile(files, name), BATCH_DOCUMENTS, BATCH_BYTES)) {
    for (const bytes of batch) {
      const mismatch = findSchemaMismatch(mongo.BSON.deserialize(bytes) as SchemaStateDoc, schemaOfBuild())
      if (mismatch?.kind !== 'build-too-old') continue
      throw new BackupError(
        `The backup was made by version ${version} of Postline: ${mismatch.reason}. Restore it with a newer build.`,
      )
    }
  }
}

async function compare(file: string, expected: string): Promise<void> {
  const found = await sha256Of(file).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) throw new BackupError(`${file} is missing from the backup.`)
    throw error
  })
  if (found !== expected) throw new BackupError(`${file} is damaged: its SHA-256 is not that of the manifest.`)
}

/**
 * Restores a backup that was checked into the database of a connection, and holds it.
 * @throws BackupError if the database is not empty, or a process is connected to it.
 */
export async function restore(
  connection: Connection,
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<RestoreHold> {
  const db = connection.db!
  const system = systemRows(connection)
  const hold = await takeOver(connection, manifest, options.connectionName)
  const files = databaseFolder(folder, manifest.database)
  const sorted = [...manifest.collections].sort((one, other) => other.bytes - one.bytes)
  await allInParallel(sorted, AT_A_TIME, (entry) => restoreCollection(db, files, entry, options))
  const held: RestoreHold = { ...hold, state: 'held' }
  await writeHold(system, held)
  return held
}

/** Marks an empty database as being restored, or one whose restore was interrupted; removes what that one has written. */
async function takeOver(connection: Connection, manifest: Manifest, ownName: string): Promise<RestoreHold> {
  const db = connection.db!
  const system = systemRows(connection)
  const earlier = await findHold(system)
  if (earlier && !(earlier.state === 'restoring' && earlier.backup === manifest.id)) {
    throw earlier.state === 'held' ? notEmpty(db) : interrupted(db, earlier)
  }
  if (!earlier && (await hasDocuments(db))) throw notEmpty(db)
  const restored_at = new Date().toISOString()
  const hold = { state: 'restoring', backup: manifest.id, backup_at: manifest.at, restored_at } as const
  await writeHold(system, hold)
  // From now on no process starts. One that started before is connected.
  try {
    await refuseConnected(connection, ownName)
    if (!earlier && (await hasDocuments(db))) throw notEmpty(db)
  } catch (error) {
    if (!earlier) await endHold(system)
    throw error
  }
  if (earlier) await empty(db, manifest)
  return hold
}

async function refuseConnected(connection: Connection, ownName: string): Promise<void> {
  const connected = await findConnected(connection.getClient(), connection.db!.databaseName, ownName)
  if (connected.length === 0) return
  throw new BackupError(
    `Processes are connected to the database: ${connected.join(', ')}. Stop every process of Postline first.`,
  )
}

async function hasDocuments(db: mongo.Db): Promise<boolean> {
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
  const found = await allInParallel(names, AT_A_TIME, (name) =>
    db.collection<{ _id: string }>(name).findOne({ _id: { $ne: HOLD_ROW } }, { projection: { _id: 1 } }),
  )
  return found.some((document) => document !== null)
}

async function empty(db: mongo.Db, manifest: Manifest): Promise<void> {
  await allInParallel(manifest.collections, AT_A_TIME, ({ name }) =>
    db.collection<{ _id: string }>(name).deleteMany({ _id: { $ne: HOLD_ROW } }),
  )
}

const notEmpty = (db: mongo.Db) =>
  new BackupError(
    `The database ${db.databaseName} is not empty. Restore into a new database: give MONGODB_URI another name of a database, or drop this one first.`,
  )

const interrupted = (db: mongo.Db, { backup_at }: RestoreHold) =>
  new BackupError(
    `A restore of another backup into the database ${db.databaseName}, that of ${backup_at}, was interrupted. Run it again with that backup, or drop the database.`,
  )

async function restoreCollection(
  db: mongo.Db,
  files: string,
  entry: CollectionEntry,
  { onProgress }: RestoreOptions,
): Promise<void> {
  const { name, documents: total } = entry
  const { options, indexes } = await readMetadata(metadataFile(files, name))
  await db.createCollection(name, options).catch((error: unknown) => {
    if (!(error instanceof mongo.MongoServerError && error.code === NAMESPACE_EXISTS)) throw error
  })
  const path = documentsFile(files, name)
  let documents = 0
  for await (const batch of readDocuments(path, BATCH_DOCUMENTS, BATCH_BYTES)) {
    documents += batch.length
    const rows = batch.map((bytes) => mongo.BSON.deserialize(bytes, EXACT)).filter(({ _id }) => _id !== HOLD_ROW)
    if (rows.length > 0) await db.collection(name).insertMany(rows, { ordered: false, forceServerObjectId: true })
    onProgress({ collection: name, documents, total })
  }
  if (documents !== total) {
    throw new BackupError(`${path} is damaged: it has ${documents} documents, and the manifest says ${total}.`)
  }
  // Afterwards: built at once, they take a fraction of the time.
  const own = indexes.filter((index) => index.name !== '_id_')
  if (own.length > 0) await db.collection(name).createIndexes(own)
}

interface Metadata {
  options: mongo.CreateCollectionOptions
  indexes: mongo.IndexDescription[]
}

async function readMetadata(file: string): Promise<Metadata> {
  const text = await promisify(gunzip)(await readFile(file), { maxOutputLength: MAX_METADATA_BYTES })
  const { options, indexes } = mongo.BSON.EJSON.parse(text.toString(), { relaxed: true }) as Metadata
  return {
    options,
    indexes: indexes.map(
      ({ v, ns, ...index }: mongo.IndexDescription & { v?: unknown; ns?: unknown }) => index,
    ) as mongo.IndexDescription[],
  }
}
