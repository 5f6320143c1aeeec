import { rm } from 'node:fs/promises'
import { makeScratch } from './scratch.js'
import { startValkeyNode, until, type ValkeyNode } from './valkey-node.js'

/** The name of the master at its sentinels. */
const NAME = 'mymaster'
const PASSWORD = 'server:p@ss'
const SENTINEL_PASSWORD = 'sentinel&pass'

/** A master and a replica, watched by three sentinels. */
export interface RedisSentinels {
  /** For `REDIS_URL`. */
  url: string
  servers: ValkeyNode[]
  sentinels: ValkeyNode[]
  /** The master, as the sentinels say. */
  master(): Promise<ValkeyNode>
  /** Waits until the replica follows the master, and all sentinels know both and each other. */
  isWhole(): Promise<void>
  close(): Promise<void>
}

export async function startRedisSentinels(): Promise<RedisSentinels> {
  const folder = await makeScratch('sentinels')
  const server = (lines: string[] = []) =>
    startValkeyNode(folder, { password: PASSWORD, lines: ['repl-diskless-sync-delay 0', ...lines] })
  const first = await server()
  const servers = [first, await server([`replicaof 127.0.0.1 ${first.port}`])]
  const watch = [
    `sentinel monitor ${NAME} 127.0.0.1 ${first.port} 2`,
    `sentinel auth-pass ${NAME} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${NAME} 2000`,
    `sentinel failover-timeout ${NAME} 10000`,
    `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
  ]
  const aSentinel = () => startValkeyNode(folder, { password: SENTINEL_PASSWORD, lines: watch, isSentinel: true })
  const sentinels = await Promise.all([aSentinel(), aSentinel(), aSentinel()])

  async function isWhole(): Promise<void> {
    await until('the sentinels know both servers and each other', async () => {
      const known = await Promise.all(sentinels.map(({ admin }) => admin.call('SENTINEL', 'MASTER', NAME)))
      return known.every((reply) => {
        const fields = pairs(reply as string[])
        return (
          fields.get('num-slaves') === '1' &&
          fields.get('num-other-sentinels') === '2' &&
          fields.get('flags') === 'master'
        )
      })
    })
    await until('the replica follows', async () => {
      const infos = await Promise.all(servers.map(({ admin }) => admin.info('replication')))
      return infos.some((info) => info.includes('master_link_status:up'))
    })
  }

  async function master(): Promise<ValkeyNode> {
    const [, port] = (await sentinels[0]!.admin.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as [string, string]
    return servers.find((each) => each.port === Number(port))!
  }

  await isWhole()
  const hosts = sentinels.map(({ address }) => address).join(',')
  const options = new URLSearchParams({ name: NAME, sentinel_password: SENTINEL_PASSWORD })
  return {
    url: `redis+sentinel://default:${encodeURIComponent(PASSWORD)}@${hosts}/0?${options}`,
    servers,
    sentinels,
    master,
    isWhole,
    close: async () => {
      await Promise.all([...servers, ...sentinels].map((node) => node.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function pairs(reply: string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (let index = 0; index + 1 < reply.length; index += 2) found.set(reply[index]!, reply[index + 1]!)
  return found
}
