import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { z } from 'zod'
import { CliError } from '../errors.js'
import { ImportReport } from './report.js'
import { KINDS } from './source.js'

/** Where an import goes on. */
const ImportState = z.object({
  service: z.string(),
  account_id: z.string(),
  /** What is to be brought in all. */
  kinds: z.array(z.enum(KINDS)),
  kind: z.enum(KINDS),
  /** In the lists of the other service. */
  place: z.string().nullable(),
  /** What became of everything before that place, with the secrets of new webhooks. */
  report: ImportReport,
  /**
   * The webhook that is being made, if one is. Its secret is shown only once, so that one that is there without a secret in the
   * report gets another.
   */
  webhook_begun: z.object({ url: z.string(), at: z.iso.datetime() }).nullish(),
})
export type ImportState = z.output<typeof ImportState>

/** @throws CliError if there is no such state in the file. */
export async function readState(file: string, service: string, account: string): Promise<ImportState> {
  const unreadable = (error: Error) => new CliError(`${file} cannot be read: ${error.message}`)
  const document: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: Error) => {
      throw unreadable(error)
    })
  const { success, data } = ImportState.safeParse(document)
  if (!success) throw new CliError(`${file} is not the file of an import.`)
  if (data.service === service && data.account_id === account) return data
  throw new CliError(`${file} is not of an import from ${service} to ${account}.`)
}

/**
 * Writes the state for its user alone. The file has the former state or the new one, whenever the process dies. A link with its
 * name is replaced, and not followed.
 * @throws CliError if it cannot be written.
 */
export async function writeState(file: string, state: ImportState): Promise<void> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(fresh, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(state)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw new CliError(`${file} cannot be written: ${(error as Error).message}`)
  }
}
