import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { mongo } from 'mongoose'
import { isByAccount } from '../../../src/models/sharding.js'
import { type Target, targetsOf } from './shard-rules.js'
import { messagesOf, readRequest, Upstream } from './wire.js'

type Document = mongo.Document

/** A server of the cluster: its port, and its name among the shards. */
export interface Member {
  name: string
  port: number
}

/** The commands that a shard routes itself, by the name under which drivers send them. */
const ROUTED: Record<string, string> = {
  ...{ find: 'clusterFind', getMore: 'clusterGetMore', aggregate: 'clusterAggregate' },
  ...{ insert: 'clusterInsert', update: 'clusterUpdate', delete: 'clusterDelete' },
}
/** The lists of a write, each entry of which goes to a shard of its own. */
const ENTRIES: Record<string, string> = { insert: 'documents', update: 'updates', delete: 'deletes' }

const MAJORITY = { writeConcern: { w: 'majority' } }

interface Transaction {
  /** The shards that take part; the first one commits for all. */
  participants: Member[]
  readConcern: Document | undefined
}

/**
 * Stands in for `mongos`, which no package registry has: it looks like one to a driver, and passes commands on to the
 * servers of a real cluster. MongoDB itself routes what is outside of transactions, as each shard can do so; it makes the
 * collections, the zones and the chunks; and it commits transactions over two shards. This router chooses the shards of the
 * commands of a transaction, and of `findAndModify`, by the rules of shard-rules.ts.
 *
 * Writes cannot be retried through it, and it forgets its transactions when it ends.
 */
export class Router {
  /** The first account id on the second shard. */
  boundary: string | null = null
  readonly #config: Member
  readonly #shards: readonly [Member, Member]
  readonly #transactions = new Map<string, Transaction>()
  readonly #server: Server
  readonly #clients = new Set<Socket>()
  #databaseVersion: Document | null = null

  private constructor(config: Member, shards: readonly [Member, Member]) {
    this.#config = config
    this.#shards = shards
    this.#server = createServer((socket) => void this.#serve(socket).catch(() => socket.destroy()))
  }

  static async start(config: Member, shards: readonly [Member, Member]): Promise<Router> {
    const router = new Router(config, shards)
    router.#server.listen(0, '127.0.0.1')
    await once(router.#server, 'listening')
    return router
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(socket: Socket): Promise<void> {
    this.#clients.add(socket)
    const upstreams = new Map<number, Promise<Upstream>>()
    const ask = async ({ port }: Member, command: Document) => {
      const open = upstreams.get(port) ?? Upstream.open(port)
      upstreams.set(port, open)
      return (await open).ask(command)
    }
    try {
      for await (const message of messagesOf(socket)) {
        const { command, answer } = readRequest(message)
        socket.write(answer(await this.#route(command, ask)))
      }
    } finally {
      this.#clients.delete(socket)
      socket.destroy()
      for (const open of upstreams.values()) void open.then((upstream) => upstream.close()).catch(() => undefined)
    }
  }

  async #route(command: Document, ask: Ask): Promise<Document> {
    const name = Object.keys(command)[0]!
    if (['hello', 'ismaster', 'isMaster'].includes(name)) return HELLO()
    if (command.$db === 'config') return ask(this.#config, command)
    if (command.$db === 'admin') return this.#administer(name, command, ask)
    if ('autocommit' in command) return this.#inTransaction(name, command, ask)
    if (name === 'findAndModify') return ask(this.#shardsOf(command)[0]!, command)
    const routed = ROUTED[name]
    if (!routed) return ask(this.#shards[0], command)
    // The shard would wait for its own session if it sent the number of the write to itself.
    const { [name]: collection, txnNumber: _, ...rest } = command
    return ask(this.#shards[0], { [routed]: collection, ...rest })
  }

  async #administer(name: string, command: Document, ask: Ask): Promise<Document> {
    const { lsid: _lsid, txnNumber: _number, ...own } = command
    switch (name) {
      case 'listShards': {
        const { cursor } = await ask(this.#config, { find: 'shards', $db: 'config' })
        return { shards: cursor.firstBatch, ok: 1 }
      }
      case 'addShardToZone':
      case 'updateZoneKeyRange': {
        const { [name]: subject, ...rest } = own
        return ask(this.#config, {
          [`_configsvr${name[0]!.toUpperCase()}${name.slice(1)}`]: subject,
          ...rest,
          ...MAJORITY,
        })
      }
      case 'shardCollection': {
        const [database, ...collection] = String(own.shardCollection).split('.')
        this.#databaseVersion ??= (await this.#createDatabase(database!, ask)).databaseVersion
        const shape = { shardKey: own.key, unique: false, databaseVersion: this.#databaseVersion }
        return ask(this.#shards[0], {
          _shardsvrCreateCollection: collection.join('.'),
          ...shape,
          ...MAJORITY,
          $db: database,
        })
      }
      case 'commitTransaction':
        return this.#commit(command, ask)
      case 'abortTransaction':
        return this.#abort(command, ask)
      default:
        return ask(this.#shards[0], command)
    }
  }

  #createDatabase(name: string, ask: Ask): Promise<Document> {
    return ask(this.#config, {
      _configsvrCreateDatabase: name,
      primaryShardId: this.#shards[0].name,
      ...MAJORITY,
      $db: 'admin',
    })
  }

  async #inTransaction(name: string, command: Document, ask: Ask): Promise<Document> {
    const transaction: Transaction = this.#transactions.get(idOf(command)) ?? {
      participants: [],
      readConcern: command.readConcern,
    }
    this.#transactions.set(idOf(command), transaction)
    const { startTransaction: _start, readConcern: _concern, ...own } = command
    const parts = this.#partsOf(name, own)
    const results: Document[] = []
    for (const [member, part] of parts) {
      const isFirst = !transaction.participants.includes(member)
      const opening = isFirst && {
        startTransaction: true,
        ...(transaction.readConcern && { readConcern: transaction.readConcern }),
        ...(transaction.participants.length === 0 && { coordinator: true }),
      }
      if (isFirst) transaction.participants.push(member)
      const result = await ask(member, { ...part, ...opening })
      if (Number(result.ok) !== 1 || result.writeErrors) return result
      results.push(result)
    }
    return results.reduce(joinResults)
  }

  /** What each shard gets of a command. */
  #partsOf(name: string, command: Document): [Member, Document][] {
    const entries = ENTRIES[name]
    if (!entries) return this.#shardsOf(command).map((member) => [member, command])
    return this.#shards.flatMap((member): [Member, Document][] => {
      const own = command[entries].filter((entry: Document) =>
        this.#shardsOf({ ...command, [entries]: [entry] }).includes(member),
      )
      return own.length > 0 ? [[member, { ...command, [entries]: own }]] : []
    })
  }

  #shardsOf(command: Document): Member[] {
    const chosen = new Set(targetsOf(command).flatMap((target) => this.#membersFor(target)))
    return this.#shards.filter((member) => chosen.has(member))
  }

  #membersFor({ collection, to, refusal }: Target): readonly Member[] {
    if (refusal) throw new Error(`a cluster refuses this: ${refusal}`)
    if (to === 'all') return this.#shards
    if (to === 'primary' || !isByAccount(collection)) return [this.#shards[0]]
    return to.map((key) => this.#shards[this.boundary !== null && key >= this.boundary ? 1 : 0])
  }

  async #commit(command: Document, ask: Ask): Promise<Document> {
    const { recoveryToken: _, ...own } = command
    const participants = this.#end(command)
    const [coordinator, ...others] = participants
    if (!coordinator) return { ok: 1 }
    if (others.length === 0) return ask(coordinator, own)
    const { commitTransaction: __, ...rest } = own
    const shards = participants.map(({ name }) => ({ shardId: name }))
    return ask(coordinator, { coordinateCommitTransaction: 1, participants: shards, ...rest })
  }

  async #abort(command: Document, ask: Ask): Promise<Document> {
    const { recoveryToken: _, ...own } = command
    const participants = this.#end(command)
    for (const member of participants) await ask(member, own)
    return { ok: 1 }
  }

  /** Forgets a transaction. Returns the shards that took part in it. */
  #end(command: Document): Member[] {
    const transaction = this.#transactions.get(idOf(command))
    this.#transactions.delete(idOf(command))
    return transaction?.participants ?? []
  }
}

type Ask = (member: Member, command: Document) => Promise<Document>

const idOf = ({ lsid, txnNumber }: Document) => `${lsid.id.toString('hex')} ${txnNumber}`

const HELLO = (): Document => ({
  ...{ ismaster: true, isWritablePrimary: true, msg: 'isdbgrid', helloOk: true },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 17,
  },
  ...{ readOnly: false, ok: 1 },
})

/** The result of a command from the results of its shards. */
function joinResults(one: Document, other: Document): Document {
  const count = (name: string) => name in one && { [name]: Number(one[name]) + Number(other[name] ?? 0) }
  if (one.cursor) {
    if (Number(one.cursor.id) !== 0 || Number(other.cursor.id) !== 0) throw new Error('a cursor over shards stays open')
    return { ...one, cursor: { ...one.cursor, firstBatch: [...one.cursor.firstBatch, ...other.cursor.firstBatch] } }
  }
  return { ...one, ...other, ...count('n'), ...count('nModified') }
}
