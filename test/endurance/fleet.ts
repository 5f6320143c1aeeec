import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from '../../src/process/node-flags.js'
import { freePort } from '../support/built-program.js'
import { type DnsServer, startDnsServer } from '../support/dns-server.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { TcpProxy } from './network/tcp-proxy.js'
import { Child } from './servers/child.js'
import type { ReplicaSet } from './servers/replica-set.js'
import type { Valkey } from './servers/valkey.js'

/** A process of the service, with its own way to each server. */
export interface Machine {
  name: string
  role: 'api' | 'worker' | 'scheduler' | 'smtp'
  child: Child
  /** One to each member of the replica set. */
  mongo: TcpProxy[]
  valkey: TcpProxy
  dns: DnsServer
  /** To the mail provider; only workers have one. */
  provider: TcpProxy | null
  /** From clients; only the API and the SMTP listener have one. */
  door: TcpProxy | null
}

/** Two APIs, three workers, a scheduler and an SMTP listener. */
export const MACHINES = [
  ...[{ name: 'api-1', role: 'api' } as const, { name: 'api-2', role: 'api' } as const],
  ...[{ name: 'worker-1', role: 'worker' } as const, { name: 'worker-2', role: 'worker' } as const],
  ...[{ name: 'worker-3', role: 'worker' } as const, { name: 'scheduler', role: 'scheduler' } as const],
  { name: 'smtp', role: 'smtp' } as const,
] satisfies Pick<Machine, 'name' | 'role'>[]

/** The clocks of these are ahead of the others. */
const AHEAD = ['api-2', 'worker-2']
export const AHEAD_MS = 5_000

const MOST_STARTS = 10

const PRELOAD = fileURLToPath(new URL('./preload.mjs', import.meta.url))

/**
 * Times that suit a short run: what a dead process had in hand goes on within 20 s, or 80 s for a received mail. They are well
 * above the difference of the clocks.
 */
const TIMES = {
  DISPATCH_TIMEOUT_MS: '5000',
  DISPATCH_RETRY_BASE_MS: '1000',
  WEBHOOK_TIMEOUT_MS: '5000',
  WEBHOOK_RETRY_BASE_MS: '500',
}

export interface Servers {
  replicaSet: ReplicaSet
  valkey: Valkey
  /** Ports of the mail provider, one for each worker. */
  providerPorts: Record<string, number>
}

/** Settings of all processes, and of the test's own view of the ledger. */
export function commonSettings({ replicaSet, valkey }: Servers): Record<string, string> {
  return {
    MONGODB_URI: replicaSet.uri('endurance'),
    REDIS_URL: `redis://127.0.0.1:${valkey.port}`,
    REDIS_PREFIX: 'endurance',
    PORT: '0',
    METRICS_PORT: '0',
    SMTP_PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_SECOND: '0',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    CALLBACK_SECRET,
    BOOTSTRAP_OWNER_EMAIL: 'owner@postline.test',
    BOOTSTRAP_ADMIN_KEY: `sk_live_${randomBytes(24).toString('hex')}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...TIMES,
  }
}

/** The processes of the service. A process that ends by itself is started again, as a supervisor does. */
export class Fleet {
  readonly machines: Machine[] = []
  #isClosing = false
  #watch: NodeJS.Timeout | undefined

  /** Starts all processes and waits until they work. */
  async start(main: string, folder: string, servers: Servers, settings: Record<string, string>): Promise<void> {
    for (const kind of MACHINES) this.machines.push(await createMachine(kind, main, folder, servers, settings))
    // The first one creates the database.
    const [first, ...others] = this.machines
    for (const some of [[first!], others]) await Promise.all(some.map(({ child }) => startUntilItWorks(child)))
    this.#watch = setInterval(() => this.#restartEnded(), 1_000)
  }

  named(name: string): Machine {
    return this.machines.find((machine) => machine.name === name)!
  }

  /** URLs of the APIs, each through a way that can be broken. */
  get apis(): string[] {
    return this.machines.filter(({ role }) => role === 'api').map(({ door }) => `http://127.0.0.1:${door!.port}`)
  }

  /** The port of the SMTP listener, through a way that can be broken. */
  get smtpPort(): number {
    return this.named('smtp').door!.port
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#watch)
    await Promise.all(this.machines.map(({ child }) => child.kill()))
    for (const { mongo, valkey, provider, door, dns } of this.machines) {
      for (const proxy of [...mongo, valkey, provider, door]) proxy?.close()
      await dns.close()
    }
  }

  /** Those that faults hold down are started by the fault. */
  readonly heldDown = new Set<string>()

  #restartEnded(): void {
    for (const { name, child } of this.machines) {
      if (!child.isRunning && !this.#isClosing && !this.heldDown.has(name)) void child.start()
    }
  }
}

/** On a busy machine the replica set may elect another primary at any time, and a process without one ends. */
async function startUntilItWorks(child: Child): Promise<void> {
  for (let start = 1; start <= MOST_STARTS; start += 1) if (await child.start()) return
  throw new Error(`${child.name} does not start: see its log`)
}

async function createMachine(
  { name, role }: (typeof MACHINES)[number],
  main: string,
  folder: string,
  { replicaSet, valkey, providerPorts }: Servers,
  settings: Record<string, string>,
): Promise<Machine> {
  const ways = await Promise.all(replicaSet.members.map(({ port }) => TcpProxy.listen(port)))
  const toValkey = await TcpProxy.listen(valkey.port)
  const provider = role === 'worker' ? await TcpProxy.listen(providerPorts[name]!) : null
  const port = role === 'api' || role === 'smtp' ? await freePort() : 0
  const door = port ? await TcpProxy.listen(port) : null
  const dns = await startDnsServer()
  const routes = replicaSet.members.map(({ address }, index) => [address, ways[index]!.port] as const)
  const child = new Child(name, `${folder}/logs/${name}.log`, {
    program: process.execPath,
    args: [main],
    ready: '"msg":"started"',
    env: {
      PATH: process.env.PATH!,
      ...settings,
      ROLES: role,
      REDIS_URL: `redis://127.0.0.1:${toValkey.port}`,
      DNS_SERVERS: dns.address,
      ...(role === 'api' && { PORT: String(port) }),
      ...(role === 'smtp' && { SMTP_PORT: String(port) }),
      ...(provider && { SMTP_URL: `smtp://127.0.0.1:${provider.port}` }),
      NODE_OPTIONS: nodeOptions(`--import=${PRELOAD}`),
      ROUTES: JSON.stringify(Object.fromEntries(routes)),
      CLOCK_AHEAD_MS: String(AHEAD.includes(name) ? AHEAD_MS : 0),
    },
  })
  return { name, role, child, mongo: ways, valkey: toValkey, dns, provider, door }
}
