import { rm } from 'node:fs/promises'
import { freePort } from './built-program.js'
import { slotOf } from './one-slot.js'
import { makeScratch } from './scratch.js'
import { startValkeyNode, until, type ValkeyNode } from './valkey-node.js'

const SLOTS = 16_384
/** Silence after which nodes take another one for dead, in ms. */
const NODE_TIMEOUT_MS = 3_000
const PASSWORD = 'cluster:p@ss'

/** A Redis Cluster of its own servers. */
export interface RedisCluster {
  /** For `REDIS_URL`. */
  url: string
  nodes: ValkeyNode[]
  /** The master that serves a key, as the others see it. */
  masterOf(key: string): Promise<ValkeyNode>
  /** Moves the slot of a key to another master, key by key, as tools that rebalance clusters do. */
  moveSlotOf(key: string, to: ValkeyNode): Promise<void>
  /** Waits until all slots are served, and every master has its replica. */
  isWhole(): Promise<void>
  close(): Promise<void>
}

/** Starts a cluster of masters, each with a replica if it is to have some. */
export async function startRedisCluster(masters = 3, { replicas = true, lines = [] as string[] } = {}) {
  const folder = await makeScratch('cluster')
  const count = masters * (replicas ? 2 : 1)
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode(folder, lines)))
  const ids = await Promise.all(nodes.map(({ admin }) => admin.cluster('MYID') as Promise<string>))
  const idOf = (node: ValkeyNode) => ids[nodes.indexOf(node)]!

  async function form(): Promise<void> {
    const [first, ...others] = nodes
    for (const [index, { admin }] of nodes.slice(0, masters).entries()) {
      const from = Math.ceil((SLOTS * index) / masters)
      const to = Math.ceil((SLOTS * (index + 1)) / masters) - 1
      await admin.cluster('ADDSLOTSRANGE', from, to)
    }
    // Masters with the same epoch would first have to agree on another one.
    await Promise.all(nodes.map(({ admin }, index) => admin.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)))
    for (const { port } of others) await first!.admin.call('CLUSTER', 'MEET', '127.0.0.1', port, await busOf(port))
    await until('all know each other', async () => {
      const known = await Promise.all(nodes.map((node) => stateOf(node)))
      return known.every((state) => state.get('cluster_known_nodes') === String(count))
    })
    for (const [index, node] of nodes.slice(masters).entries()) {
      await until('it is a replica', () => node.admin.cluster('REPLICATE', ids[index]!).catch(() => null))
    }
    await isWhole()
  }

  /** The port that a node talks to others on. */
  async function busOf(port: number): Promise<number> {
    const node = nodes.find((each) => each.port === port)!
    const [, bus] = (await node.admin.config('GET', 'cluster-port')) as [string, string]
    return Number(bus)
  }

  async function isWhole(): Promise<void> {
    await until('the cluster is whole', async () => {
      const states = await Promise.all(nodes.map((node) => stateOf(node)))
      const hasAll = states.every((state) => state.get('cluster_state') === 'ok' && servesAll(state))
      return hasAll && (!replicas || (await haveReplicas()))
    })
  }

  async function haveReplicas(): Promise<boolean> {
    const infos = await Promise.all(nodes.map(({ admin }) => admin.info('replication')))
    const followers = infos.filter((info) => info.includes('role:slave'))
    return followers.length === count - masters && followers.every((info) => info.includes('master_link_status:up'))
  }

  async function masterOf(key: string): Promise<ValkeyNode> {
    const slot = slotOf(key)
    // Any node that answers knows it; one that is away would keep the question waiting.
    const asked = nodes.filter(({ admin }) => admin.status === 'ready')
    for (const { admin } of asked) {
      const ranges = (await admin.cluster('SLOTS')) as unknown as [number, number, [string, number]][]
      const port = ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1]
      const found = nodes.find((node) => node.port === port)
      if (found) return found
    }
    throw new Error(`nobody serves slot ${slot}`)
  }

  async function moveSlotOf(key: string, to: ValkeyNode): Promise<void> {
    const slot = slotOf(key)
    const from = await masterOf(key)
    await to.admin.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', idOf(from))
    await from.admin.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', idOf(to))
    for (;;) {
      const keys = (await from.admin.cluster('GETKEYSINSLOT', slot, 10)) as string[]
      if (keys.length === 0) break
      // A server that loses its connection repeats the command, and some keys may have arrived by then.
      const how = ['REPLACE', 'AUTH', PASSWORD, 'KEYS']
      await from.admin.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, ...how, ...keys)
    }
    for (const { admin } of [to, from]) await admin.call('CLUSTER', 'SETSLOT', slot, 'NODE', idOf(to))
  }

  await form()
  const cluster: RedisCluster = {
    // Half of the nodes: a client finds the others.
    url: `redis+cluster://default:${encodeURIComponent(PASSWORD)}@${nodes
      .slice(0, Math.ceil(count / 2))
      .map(({ address }) => address)
      .join(',')}`,
    nodes,
    masterOf,
    moveSlotOf,
    isWhole,
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

async function startNode(folder: string, lines: string[]): Promise<ValkeyNode> {
  return startValkeyNode(folder, {
    password: PASSWORD,
    lines: [
      ...['cluster-enabled yes', 'cluster-config-file nodes.conf', `cluster-node-timeout ${NODE_TIMEOUT_MS}`],
      ...[`cluster-port ${await freePort()}`, 'cluster-require-full-coverage no', 'repl-diskless-sync-delay 0'],
      ...lines,
    ],
  })
}

async function stateOf({ admin }: ValkeyNode): Promise<Map<string, string>> {
  const lines = ((await admin.cluster('INFO')) as string).split('\r\n')
  return new Map(lines.map((line) => line.split(':', 2) as [string, string]))
}

const servesAll = (state: Map<string, string>): boolean => state.get('cluster_slots_ok') === String(SLOTS)
