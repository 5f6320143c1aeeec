import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from './backup-error.js'
import { isErrno } from './disk.js'

/*
 * A backup is a folder:
 *
 *   manifest.json                               what is in it; written last
 *   {database}/{collection}.bson.gz             the documents, one after the other, as BSON
 *   {database}/{collection}.metadata.json.gz    options and indexes, as Extended JSON
 *
 * The files in the folder of the database are those that `mongodump --gzip` writes, so mongorestore reads them too.
 */

export const MANIFEST = 'manifest.json'
/** The version of this layout. */
const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Identifies the backup. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** The version of Postline that made it. */
  version: z.string(),
  /** The version of the MongoDB server. */
  mongodb: z.string(),
  /** The name of the database. */
  database: z.string().min(1),
  /** The moment that it shows: all of it and nothing later. Seconds since 1970, and a count within the second. */
  cluster_time: z.object({ t: count, i: count }),
  /** That moment, to the second. */
  at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Ids of the keys of ENCRYPTION_KEY that its secrets are encrypted with. */
  encryption_keys: z.array(z.string()),
  collections: z.array(
    z.object({
      name: z.string().min(1),
      documents: count,
      /** Of the documents, in bytes before the compression. */
      bytes: count,
      /** Of the two files. */
      documents_sha256: sha256,
      metadata_sha256: sha256,
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
export type CollectionEntry = Manifest['collections'][number]

/** The fields of a manifest that say how it is to be read. */
export const MANIFEST_FORMAT = { format: FORMAT } as const

/** The folder of the files, and the two files of a collection. No name leads out of the folder. */
export const databaseFolder = (folder: string, database: string) => join(folder, escaped(database))
export const documentsFile = (folder: string, collection: string) => join(folder, `${escaped(collection)}.bson.gz`)
export const metadataFile = (folder: string, collection: string) =>
  join(folder, `${escaped(collection)}.metadata.json.gz`)

/** As mongodump escapes names: dots stay. */
const escaped = (name: string) => encodeURIComponent(name).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'))

/**
 * Reads the manifest of a backup.
 * @throws BackupError if there is none, or it is not one of this version.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error
    throw new BackupError(
      (await exists(folder))
        ? `${folder} is not a whole backup: it has no ${MANIFEST}, which is written last.`
        : `There is no folder ${folder}.`,
    )
  }
  return parse(file, text)
}

function parse(file: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BackupError(`${file} is damaged: it is not JSON.`)
  }
  const { format } = (value ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format !== FORMAT) {
    throw new BackupError(`${file} has the format ${format}, and this version of Postline reads ${FORMAT}.`)
  }
  const parsed = manifestSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new BackupError(`${file} is damaged: ${issue?.path.join('.') || 'it'}: ${issue?.message}`)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Writes the manifest, and syncs it to the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
