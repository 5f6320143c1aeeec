import { rm } from 'node:fs/promises'
import type { AppConfig } from '../../compose.js'
import { compose } from '../../compose.js'
import { createLogger } from '../../log.js'
import { StoppedError } from './api-reader.js'
import { withImportKey } from './import-key.js'
import { type ImportReport, kindIn, newReport, noteFailure, noteRemark } from './report.js'
import { type Items, KINDS, type Kind, type Source, type SourcePage } from './source.js'
import { Cursors } from './sources/parts.js'
import { type ImportState, writeState } from './state.js'
import { ImportTarget } from './target/target.js'

export interface ImportOptions {
  config: AppConfig
  service: string
  source: Source
  accountId: string
  kinds: readonly Kind[]
  isDry: boolean
  /** Null to begin at the beginning. */
  from: ImportState | null
  /** The file of the state; nothing is kept without one. */
  stateFile: string | null
  onProgress: (text: string) => void
  /** Ends the import when what was read is brought. */
  signal: AbortSignal
}

/** Things that are brought together, at least, as far as there are more. */
const TOGETHER: Partial<Record<Kind, number>> = { contacts: 1_000 }

/**
 * Brings what another service has into an account.
 * @throws CliError if the service cannot be read, or another import is under way; StoppedError.
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { config, service, source, accountId, isDry, from, stateFile } = options
  const composition = await compose(config, { log: createLogger({ level: 'error', roles: 'import' }) })
  try {
    await composition.services.accounts.get(accountId)
    return await withImportKey(composition.services.apiKeys, accountId, source.title, async (caller) => {
      const report = from?.report ?? newReport(service, accountId, isDry)
      report.by_hand = [...source.byHand]
      report.dry_run = isDry
      const target = new ImportTarget({ deps: composition, caller, report, isDry, format: source.format })
      target.webhookBegun = from?.webhook_begun ?? null
      for (const kind of kindsFrom(options)) await bringKind(kind, options, report, target)
      if (stateFile) await rm(stateFile, { force: true })
      return report
    })
  } finally {
    await composition.close()
  }
}

/** What is wanted and not done yet. */
function kindsFrom({ kinds, from }: ImportOptions): Kind[] {
  const begin = from ? KINDS.indexOf(from.kind) : 0
  return KINDS.filter((kind, index) => kinds.includes(kind) && index >= begin)
}

async function bringKind<K extends Kind>(
  kind: K,
  options: ImportOptions,
  report: ImportReport,
  target: ImportTarget,
): Promise<void> {
  const { source, from, signal, onProgress } = options
  const read = source.read[kind]
  if (!read) return
  const cursors = new Cursors()
  const counts = kindIn(report, kind)
  let place = from?.kind === kind ? from.place : null
  do {
    const save = stateSaver(options, kind, place, report, target)
    await save()
    if (signal.aborted) throw new StoppedError()
    const { pages, next, failure } = await readTogether(kind, read, place, cursors, onProgress)
    try {
      for (const page of pages) noteSaid(report, kind, page)
      await target.bring(
        kind,
        pages.flatMap(({ items }) => items),
        save,
      )
    } catch (error) {
      await save()
      throw error
    }
    onProgress(`${kind}: ${counts.read.toLocaleString('en-US')}`)
    place = next
    if (failure) {
      await stateSaver(options, kind, place, report, target)()
      throw failure.error
    }
  } while (place !== null)
}

interface ReadPages<K extends Kind> {
  pages: SourcePage<Items[K]>[]
  next: string | null
  /** Why the next page could not be read. What was read until then is brought, because reading takes long. */
  failure?: { error: unknown }
}

/** Reads pages until there is enough to be brought together. */
async function readTogether<K extends Kind>(
  kind: K,
  read: NonNullable<Source['read'][K]>,
  from: string | null,
  cursors: Cursors,
  onProgress: (text: string) => void,
): Promise<ReadPages<K>> {
  const pages: SourcePage<Items[K]>[] = []
  let count = 0
  let place = from
  do {
    try {
      cursors.enter(place)
      const page: SourcePage<Items[K]> = await read(place)
      pages.push(page)
      count += page.items.length
      place = page.next
    } catch (error) {
      if (pages.length === 0) throw error
      return { pages, next: place, failure: { error } }
    }
    if (TOGETHER[kind]) onProgress(`${kind}: ${count.toLocaleString('en-US')} more read`)
  } while (place !== null && count < (TOGETHER[kind] ?? 0))
  return { pages, next: place }
}

function noteSaid(report: ImportReport, kind: Kind, { missed = [], remarks = [] }: SourcePage<unknown>): void {
  const counts = kindIn(report, kind)
  counts.read += missed.length
  for (const { what, why } of missed) noteFailure(counts, what, why)
  for (const remark of remarks) noteRemark(report, kind, remark)
}

/** Keeps what is done before a place. Secrets that are made after it are kept, too: nobody shows them again. */
function stateSaver(
  options: ImportOptions,
  kind: Kind,
  place: string | null,
  report: ImportReport,
  target: Pick<ImportTarget, 'webhookBegun'>,
) {
  const { service, accountId, kinds, stateFile } = options
  const before = structuredClone(report)
  // An import that has brought nothing is simply begun again.
  const isBeginning = Object.values(before.kinds).every(({ read }) => read === 0)
  return async () => {
    const webhook_begun = target.webhookBegun
    if (!stateFile || (isBeginning && report.webhook_secrets.length === 0 && webhook_begun === null)) return
    const kept = { ...before, webhook_secrets: report.webhook_secrets }
    const state = { service, account_id: accountId, kinds: [...kinds], kind, place, report: kept, webhook_begun }
    await writeState(stateFile, state)
  }
}
