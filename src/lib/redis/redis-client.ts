import type { ConnectionOptions } from 'node:tls'
import { Cluster, Command, Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from './redis-address.js'

/** A connection to one server, or to the nodes of a cluster. Both know the same commands. */
export type RedisClient = Redis | Cluster

/** Time to open a connection to a node or a sentinel, in ms. Others may answer while one does not. */
const CONNECT_MS = 3_000
/** Time for a node to say which node has which slots, in ms. Then another one is asked. */
const SLOTS_MS = 2_000
/** While a cluster elects a master, a command that may be repeated waits so long for its next attempt, in ms. */
const RETRY_MS = 100
/** Attempts of a command in a cluster, redirections among them: half a second of waiting, or somewhat more. */
const MAX_ATTEMPTS = 10

/** How to open a client. */
export interface ClientOptions {
  /** Options of each of its connections. */
  connection: RedisOptions
  /** Options of TLS, for an address with TLS. */
  tls: ConnectionOptions
  /** Whether a command whose connection ended may be sent again, to a new master. A read of new entries may not. */
  mayRepeat?: boolean
}

/**
 * Opens a client. Every command must have all its keys in one slot of a cluster; of several commands each goes its own way,
 * so they may have different ones.
 */
export function openRedis(address: RedisAddress, { connection, tls, mayRepeat = false }: ClientOptions): RedisClient {
  const withTls = address.tls && { tls }
  const { retryStrategy } = connection
  const reconnectOnError = (error: Error) => error.message.startsWith('READONLY')
  switch (address.kind) {
    case 'server':
      return new Redis(address.url, { ...connection, ...withTls })
    case 'sentinel': {
      const { username, password } = address.sentinelLogin
      return new Redis({
        ...{ ...connection, ...withTls, ...address.login },
        ...{ sentinels: address.sentinels, name: address.name, db: address.database },
        ...(username && { sentinelUsername: username }),
        ...(password && { sentinelPassword: password }),
        ...(address.tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
        connectTimeout: CONNECT_MS,
        sentinelCommandTimeout: CONNECT_MS,
        ...(retryStrategy && { sentinelRetryStrategy: retryStrategy }),
        // The server is a replica now: the sentinels know the master.
        reconnectOnError,
      })
    }
    case 'cluster':
      return new RoutedCluster(address.nodes, {
        redisOptions: { ...connection, ...withTls, ...address.login, connectTimeout: CONNECT_MS },
        enableOfflineQueue: connection.enableOfflineQueue ?? true,
        lazyConnect: connection.lazyConnect ?? false,
        // It would ask any node, and begin again if that one is away.
        enableReadyCheck: false,
        ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
        // A pipeline is repeated as a whole or not at all, so one slot that has moved would fail it again and again.
        enableAutoPipelining: false,
        maxRedirections: MAX_ATTEMPTS,
        retryDelayOnFailover: mayRepeat ? RETRY_MS : 0,
        slotsRefreshTimeout: SLOTS_MS,
        // A certificate is for a name, so the name must reach the TLS connection.
        dnsLookup: (host, callback) => callback(null, host),
      })
  }
}

/** Commands whose key follows a subcommand. ioredis takes them for commands without keys and would ask any node. */
const KEY_IS_SECOND = new Set(['xinfo', 'xgroup', 'object'])

class RoutedCluster extends Cluster {
  constructor(...given: ConstructorParameters<typeof Cluster>) {
    super(...given)
    // While a slot moves, ioredis sends ASKING before a redirected command, and drops its promise: if the connection ends before the
    // answer, nobody would hear of the failure, and Node.js would end the process.
    this.on('+node', (node: Redis) => {
      const asking = node.asking.bind(node)
      node.asking = () => {
        const answered = asking()
        answered.catch(() => undefined)
        return answered
      }
    })
  }

  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    if (KEY_IS_SECOND.has(command.name)) {
      const slot = new Command('exists', [String(command.args[1])]).getSlot()
      command.getSlot = () => slot
    }
    return super.sendCommand(command, stream, node)
  }
}
