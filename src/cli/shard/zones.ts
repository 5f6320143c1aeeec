/** A range of accounts that is kept on one shard: from an account id on, to below another one. Null is the open end. */
export interface Zone {
  shard: string
  min: string | null
  max: string | null
}

/** The name of the zone of a shard. */
export const zoneOf = (shard: string) => `accounts-${shard}`

/**
 * Reads zones as an operator writes them: the shards in turn, with the first account id of the next between two, as in
 * `rs0 acc_01m rs1`.
 * @throws Error with what is wrong.
 */
export function parseZones(text: string): Zone[] {
  const parts = text.split(/\s+/).filter(Boolean)
  const shards = parts.filter((_part, index) => index % 2 === 0)
  const boundaries = parts.filter((_part, index) => index % 2 === 1)
  if (shards.length !== boundaries.length + 1) {
    throw new Error('Shards and boundaries alternate, and a shard is first and last: "rs0 acc_01m rs1".')
  }
  for (const [index, boundary] of boundaries.entries()) {
    if (!/^acc_[0-9a-z]+$/.test(boundary)) throw new Error(`${boundary} is not the beginning of an account id (acc_…).`)
    if (index > 0 && boundary <= boundaries[index - 1]!)
      throw new Error(`${boundary} must be above ${boundaries[index - 1]}.`)
  }
  const repeated = shards.find((shard, index) => shards.indexOf(shard) !== index)
  if (repeated) throw new Error(`${repeated} is named twice: a shard has one range of accounts.`)
  return shards.map((shard, index) => ({
    shard,
    min: boundaries[index - 1] ?? null,
    max: boundaries[index] ?? null,
  }))
}
