import { indexSetDigest } from '../models/indexes.js'
import type { Migration, SchemaOfBuild } from './migration.js'

/** Indexes of builds before the first version, which nothing uses. Those of due work contain every row that waits. */
const UNUSED_INDEXES = {
  audit_entries: ['once_1'],
  broadcasts: ['expand_at_1'],
  callbacks: ['process_at_1'],
  contact_imports: ['process_at_1'],
  contacts: ['account_id_1__id_1', 'account_id_1_search_1__id_1'],
  dead_letters: ['kind_1_row_id_1'],
  domains: ['account_id_1_seat_1'],
  events: ['account_id_1_provider_event_id_1', 'fanout_at_1'],
  inbound_emails: ['parse_at_1'],
  messages: ['dispatch_at_1'],
  template_versions: ['template_id_1_version_-1'],
  test_recipients: ['account_id_1_seat_1'],
  webhook_deliveries: ['next_at_1', 'subscription_id_1__id_-1', 'subscription_id_1_event_id_1'],
}

/** All migrations, the oldest first. docs/decisions/0267-migrate-the-ledger-in-two-phases.md has the rules. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'indexes of the first version',
    contract: { kind: 'drop-indexes', indexes: UNUSED_INDEXES },
  },
]

/**
 * The oldest version of the ledger that this build can work with. Raise it with a migration whose `expand` the code relies
 * on; others may run later.
 */
const OLDEST_USABLE = 1

/** What this build brings and needs. */
export const schemaOfBuild = (): SchemaOfBuild => ({
  migrations: MIGRATIONS,
  oldestUsable: OLDEST_USABLE,
  indexSet: indexSetDigest(),
})
