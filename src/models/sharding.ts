/*
 * How the ledger is spread over the shards of a MongoDB cluster.
 *
 * Nearly every row belongs to one account, and is sharded by it: the shard key is `account_id`. MongoDB keeps a unique
 * index of a sharded collection only if the shard key is its prefix, so every unique index of these collections begins
 * with `account_id`; and a query asks a single shard only if it names the account.
 *
 * The collections below are the exceptions. Those without a key stay whole on the primary shard of the database, where
 * their unique indexes hold over all accounts.
 */

/** Where the rows of a collection that is not sharded by `account_id` are. */
export interface ShardPlacement {
  /** The shard key; null if the collection is not sharded. */
  key: '_id' | 'files_id' | 'provider_key' | null
  /** Set if the key is the account's id or begins with it, so that the rows can be kept with the others of the account. */
  ofAccount?: true
  reason: string
}

/** The collections whose shard key is not `account_id`. */
export const NOT_BY_ACCOUNT_ID: Record<string, ShardPlacement> = {
  // By an `_id` that is the account's, or begins with it: this is sharding by account as well.
  accounts: { key: '_id', ofAccount: true, reason: 'The row is the account.' },
  event_sequences: { key: '_id', ofAccount: true, reason: 'The `_id` is the account; every query is by it.' },
  event_counts: { key: '_id', ofAccount: true, reason: 'The `_id` begins with the account; every query is by it.' },
  mail_sequences: { key: '_id', ofAccount: true, reason: 'The `_id` is the account; every query is by it.' },
  quotas: { key: '_id', ofAccount: true, reason: 'The `_id` begins with the account; every query is by it.' },
  usage: { key: '_id', ofAccount: true, reason: 'The `_id` begins with the account; every write is by it.' },
  blobs: { key: '_id', ofAccount: true, reason: 'The `_id` begins with the account; every read is by it.' },

  // By another key.
  callbacks: {
    key: 'provider_key',
    reason: 'A provider names no account, and its repeats are recognized by this key.',
  },
  'blobs.files': { key: '_id', reason: 'GridFS looks files up by their id alone.' },
  'blobs.chunks': { key: 'files_id', reason: 'GridFS looks chunks up by their file alone.' },
  'uploads.chunks': { key: 'files_id', reason: 'GridFS looks chunks up by their file alone.' },

  // Not sharded: small, and looked up before the account is known, or unique over all accounts.
  billing: { key: null, reason: 'An event of Stripe has a customer, not an account; one row an account.' },
  stripe_events: { key: null, reason: 'Few rows, looked up by the id of Stripe, which expire after a month.' },
  api_keys: { key: null, reason: 'A request has a key, not an account: the hash is unique and looked up alone.' },
  sessions: { key: null, reason: 'A cookie has the id of a session, not an account.' },
  sign_in_links: { key: null, reason: 'A link has a token, not an account; few rows, which expire after an hour.' },
  domains: { key: null, reason: 'A verified name and a return path belong to one account of all.' },
  domain_logos: { key: null, reason: 'One row for each domain, read by anybody by its URL.' },
  test_recipients: { key: null, reason: 'The token of a link is unique and looked up alone; three rows an account.' },
  'uploads.files': { key: null, reason: 'Images are read by anybody by their URL; the bytes are in the chunks.' },
  daily_quotas: { key: null, reason: 'Few rows, which expire after two days.' },
  kept_bodies: { key: null, reason: 'A list of messages for the retention, which walks it as a whole.' },
  schema_state: { key: null, reason: 'One row, which every process reads.' },
  system: { key: null, reason: 'Values that exist once in a deployment.' },
}

/** The shard key of a collection; null if it is not sharded. */
export function shardKeyOf(collection: string): string | null {
  const own = NOT_BY_ACCOUNT_ID[collection]
  return own ? own.key : 'account_id'
}

/** Whether the rows of a collection are spread by their account, so that zones keep them with the others of the account. */
export function isByAccount(collection: string): boolean {
  const own = NOT_BY_ACCOUNT_ID[collection]
  return own ? own.ofAccount === true : true
}
