// Shards the collections of Postline by account. Run it with mongosh against a mongos, once a process of Postline has
// created the collections:
//
//   mongosh "$MONGODB_URI" deploy/shard.js
//
// SHARD_ZONES keeps ranges of accounts together: the shards in turn, with the first account id of the next between two.
//
//   SHARD_ZONES="rs0 acc_01m rs1" mongosh "$MONGODB_URI" deploy/shard.js
//
// It can be run again: what is sharded stays so, and earlier zones are replaced. docs/scaling.md explains the keys.

/** By an `_id` that is the account's or begins with it. */
const byId = ['accounts', 'event_sequences', 'mail_sequences', 'event_counts', 'quotas', 'usage', 'blobs']

/** By the key with which they are looked up. */
const byOther = {
  callbacks: 'provider_key',
  'blobs.files': '_id',
  'blobs.chunks': 'files_id',
  'uploads.chunks': 'files_id',
}

/** Whole on the primary shard. */
const notSharded = [
  ...[
    'billing',
    'stripe_events',
    'api_keys',
    'sessions',
    'sign_in_links',
    'domains',
    'domain_logos',
    'test_recipients',
    'uploads.files',
    'daily_quotas',
  ],
  ...['kept_bodies', 'schema_state', 'system'],
]

/** All others, by account. */
const special = [...byId, ...Object.keys(byOther), ...notSharded]
const byAccount = db.getCollectionNames().filter((name) => !special.includes(name) && !name.startsWith('system.'))

/** Whether an index that contains every row begins with the account. MongoDB requires one of a collection with rows. */
const hasIndex = (name) =>
  db
    .getCollection(name)
    .getIndexes()
    .some(
      ({ key, sparse, partialFilterExpression }) =>
        Object.keys(key)[0] === 'account_id' && !sparse && !partialFilterExpression,
    )

const namespaceOf = (name) => `${db.getName()}.${name}`
const ofAccounts = [...byAccount.map((name) => [name, 'account_id']), ...byId.map((name) => [name, '_id'])]

for (const name of byAccount) if (!hasIndex(name)) db.getCollection(name).createIndex({ account_id: 1 })
for (const [name, key] of [...ofAccounts, ...Object.entries(byOther)]) {
  sh.shardCollection(namespaceOf(name), { [key]: 1 })
}

const parts = (process.env.SHARD_ZONES ?? '').split(/\s+/).filter(Boolean)
const shards = parts.filter((_part, index) => index % 2 === 0)
const boundaries = [MinKey(), ...parts.filter((_part, index) => index % 2 === 1), MaxKey()]
for (const shard of shards) sh.addShardToZone(shard, `accounts-${shard}`)
for (const [name, key] of shards.length > 0 ? ofAccounts : []) {
  const ns = namespaceOf(name)
  for (const { min, max } of db.getSiblingDB('config').tags.find({ ns }).toArray()) sh.removeRangeFromZone(ns, min, max)
  shards.forEach((shard, index) => {
    sh.updateZoneKeyRange(ns, { [key]: boundaries[index] }, { [key]: boundaries[index + 1] }, `accounts-${shard}`)
  })
}

print('All collections are sharded. The balancer moves the rows.')
