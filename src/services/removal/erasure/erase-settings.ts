import { isDeepStrictEqual } from 'node:util'
import type { mongo } from 'mongoose'
import type { KeptAddress } from '../../../contract/recipients.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import { inRevision } from '../../../models/revisions.js'
import { labelKey } from '../../mail-app/labels/label-names.js'
import { eraseBroadcasts } from './erase-broadcasts.js'
import { filenameWithout } from './erased-row.js'
import type { Erasing } from './message-eraser.js'
import { type Row, rowsOf, type Search, type Searched, searchRows } from './search-rows.js'

/*
 * What an account has made itself, apart from mail. Texts for people lose the address: nothing works less without it.
 * Where something would stop working, such as a route that forwards to the address, it stays, and the answer lists it.
 */

/** Most places that the answer lists. */
const MAX_KEPT = 1_000

/** A collection, and what loses the address in it. */
interface Kind {
  /** What the answer calls it; null if the address stays in none of its fields. */
  object: KeptAddress['object'] | null
  rows: Searched
  filter?: mongo.Document
  /** Fields that lose the address. In others it stays. */
  texts: readonly string[]
  /** What the API calls fields in which it stays, if not as the row does. */
  names?: Readonly<Record<string, string>>
  /** Fields that follow from others. */
  derived?: readonly string[]
  /** Whether a change of it changes the revision of the account. */
  isRevised?: true
  /** A text without the address. */
  clean?: (text: string, erasing: Erasing) => string
}

/**
 * Erases an address from the names and texts that an account has given to what it has made. Repeatable.
 * @returns where it stays.
 */
export async function eraseSettings(models: Models, accountId: string, erasing: Erasing): Promise<KeptAddress[]> {
  const kept: KeptAddress[] = []
  for (const kind of kindsOf(models, accountId)) {
    const search = { filter: kind.filter ?? { account_id: accountId } }
    for await (const row of rowsWith(models, kind.rows, erasing, search)) {
      if (kept.length < MAX_KEPT) kept.push(...keptIn(kind, row, erasing))
      await eraseTexts(models, kind, row, erasing)
    }
  }
  await eraseUniqueNames(models, models.labels, accountId, erasing)
  await eraseUniqueNames(models, models.savedReplies, accountId, erasing)
  kept.push(...(await keptVersions(models, accountId, erasing)))
  kept.push(...(await eraseBroadcasts(models, accountId, erasing)))
  return kept.slice(0, MAX_KEPT)
}

function kindsOf(models: Models, accountId: string): Kind[] {
  return [
    { object: 'account', rows: models.accounts, filter: { _id: accountId }, texts: [] },
    { object: null, rows: models.apiKeys, texts: ['name'], isRevised: true },
    { object: 'domain', rows: models.domains, texts: ['from_name'], isRevised: true },
    { object: 'inbound_route', rows: models.inboundRoutes, texts: [], names: { endpoint_url: 'forward_url' } },
    { object: 'inbox', rows: models.inboxes, texts: ['name'], derived: ['live_address'] },
    { object: 'saved_reply', rows: models.savedReplies, texts: [], derived: ['name', 'name_key'] },
    { object: 'template', rows: models.templates, texts: ['name'] },
    {
      object: null,
      rows: models.uploads,
      filter: { 'metadata.account_id': accountId },
      texts: ['filename'],
      clean: (text, { traces }) => filenameWithout(text, traces),
    },
    { object: 'webhook', rows: models.subscriptions, texts: [] },
  ]
}

/** The rows that may contain the address. */
async function* rowsWith(models: Models, rows: Searched, erasing: Erasing, search: Search): AsyncGenerator<Row, void> {
  const collection = rowsOf(models, rows)
  for await (const { ids } of searchRows(models, rows, erasing, search)) {
    if (ids.length > 0) yield* collection.find({ _id: { $in: ids } })
  }
}

function keptIn({ object, texts, names = {}, derived = [] }: Kind, row: Row, { traces }: Erasing): KeptAddress[] {
  // Nobody sees what is deleted. The row of such an inbox goes as soon as the mail that was arriving is filed.
  if (object === null || row.deleted_at) return []
  return Object.entries(row).flatMap(([field, value]) => {
    if (typeof value !== 'string' || texts.includes(field) || derived.includes(field)) return []
    return traces.removeFrom(value) === value ? [] : [{ object, id: row._id, field: names[field] ?? field }]
  })
}

async function eraseTexts(models: Models, kind: Kind, row: Row, erasing: Erasing): Promise<void> {
  const { rows, texts, clean, isRevised } = kind
  const collection = rowsOf(models, rows)
  for (const field of texts) {
    const text = row[field]
    if (typeof text !== 'string') continue
    const left = clean ? clean(text, erasing) : erasing.traces.removeFrom(text)
    if (left === text) continue
    // If it was changed meanwhile, the next erasure finds it.
    const write = (session?: mongo.ClientSession) =>
      collection.updateOne({ _id: row._id, [field]: text }, { $set: { [field]: left } }, session && { session })
    await (isRevised ? inRevision(models, String(row.account_id), write) : write())
  }
}

/** Names of labels and saved replies are unique, so a second erased one gets the end of its id. */
async function eraseUniqueNames(models: Models, rows: Searched, accountId: string, erasing: Erasing): Promise<void> {
  const collection = rowsOf(models, rows)
  for await (const { _id, name } of rowsWith(models, rows, erasing, { filter: { account_id: accountId } })) {
    const left = erasing.traces.removeFrom(String(name))
    if (left === name) continue
    const write = (given: string) =>
      collection.updateOne({ _id, name: String(name) }, { $set: { name: given, name_key: labelKey(given) } })
    await write(left).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      return write(`${left} ${_id.slice(-8)}`)
    })
  }
}

/** Earlier versions of templates, which never change. */
async function keptVersions(models: Models, accountId: string, erasing: Erasing): Promise<KeptAddress[]> {
  const kept: KeptAddress[] = []
  const ofAccount = { account_id: accountId }
  const templates = models.templates.collection.find(ofAccount, { projection: { version: 1 }, sort: { _id: 1 } })
  for await (const { _id: template_id, version } of templates) {
    const search = { filter: { ...ofAccount, template_id }, order: 'version' }
    for await (const row of rowsWith(models, models.templateVersions, erasing, search)) {
      if (row.version === version || !(await hasAddress(row, erasing))) continue
      kept.push({ object: 'template', id: template_id, field: 'versions' })
      break
    }
  }
  return kept
}

const hasAddress = async (row: Row, { traces }: Erasing) => !isDeepStrictEqual(await traces.removeFromAll(row), row)
