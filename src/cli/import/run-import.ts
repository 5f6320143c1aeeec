import { rm, writeFile } from 'node:fs/promises'
import type { AppConfig } from '../../compose.js'
import { compose } from '../../compose.js'
import { createLogger } from '../../log.js'
import { operatorOf } from '../../services/caller.js'
import { type ImportReport, newReport } from './report.js'
import { KINDS, type Kind, type Source } from './source.js'
import { ImportTarget } from './target.js'

/** Where an import goes on: no secrets, only places in the lists of the other service. */
export interface ImportState {
  service: string
  account_id: string
  kind: Kind
  place: string | null
}

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
}

/** How long the key of an import lives, if the import is killed before it revokes it. */
const KEY_LIFE_MS = 24 * 60 * 60_000

/** Brings what another service has into an account. @throws CliError if the service cannot be read. */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { config, accountId } = options
  const composition = await compose(config, { log: createLogger({ level: 'error', roles: 'import' }) })
  const { apiKeys, accounts } = composition.services
  try {
    await accounts.get(accountId)
    const operator = operatorOf(accountId)
    const expires_at = new Date(Date.now() + KEY_LIFE_MS)
    const { id, key } = await apiKeys.create(operator, {
      name: `Import from ${options.source.title}`,
      scope: 'admin',
      expires_at,
    })
    try {
      const caller = await apiKeys.authenticate(`Bearer ${key}`)
      const report = newReport(options.service, accountId, options.isDry)
      const target = new ImportTarget({
        ...{ deps: composition, caller, report, isDry: options.isDry, format: options.source.format },
      })
      report.by_hand.push(...options.source.byHand)
      for (const kind of kindsFrom(options)) await bringKind(kind, options, target)
      if (options.stateFile) await rm(options.stateFile, { force: true })
      return report
    } finally {
      await apiKeys.revoke(operator, id)
    }
  } finally {
    await composition.close()
  }
}

/** What is wanted and not done yet. */
function kindsFrom({ kinds, from }: ImportOptions): Kind[] {
  const begin = from ? KINDS.indexOf(from.kind) : 0
  return KINDS.filter((kind, index) => kinds.includes(kind) && index >= begin)
}

async function bringKind<K extends Kind>(kind: K, options: ImportOptions, target: ImportTarget): Promise<void> {
  const { source, from, stateFile, service, accountId, onProgress } = options
  const read = source.read[kind]
  if (!read) return
  let place = from?.kind === kind ? from.place : null
  let brought = 0
  do {
    const state: ImportState = { service, account_id: accountId, kind, place }
    if (stateFile) await writeFile(stateFile, `${JSON.stringify(state)}\n`, { mode: 0o600 })
    const { items, next } = await read(place)
    await target.bring(kind, items)
    brought += items.length
    onProgress(`${kind}: ${brought.toLocaleString('en-US')}`)
    place = next
  } while (place !== null)
}
