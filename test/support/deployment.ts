import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type AppConfig, type Composition, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import type { RedisClient } from '../../src/lib/redis/redis-client.js'
import type { MessageDoc } from '../../src/models/message.js'
import { nodeOptions } from '../../src/process/node-flags.js'
import { freePort, Program } from './built-program.js'
import { connectRedis } from './connect-redis.js'
import { type WithMongoose, withMongoose } from './mongoose-models.js'
import { serviceLog } from './service-log.js'
import { sharedProgram } from './shared-program.js'
import { type CallResult, call, eventually, type Settings, testSettings } from './start-app.js'

/*
 * A deployment of separate processes that a test can kill, stop and continue, with access to their ledger and streams.
 */

type Roles = 'api' | 'worker' | 'scheduler' | 'smtp' | 'worker,scheduler'

/** Leases of a few seconds, so that the work of dead processes is soon continued. */
const SHORT_LEASES: Settings = { DISPATCH_TIMEOUT_MS: '1000', WEBHOOK_TIMEOUT_MS: '1500', WEBHOOK_RETRY_BASE_MS: '500' }

export class Deployment {
  /** Address of its API, in any process. */
  readonly url: string
  readonly adminKey: string
  readonly config: AppConfig
  /** The ledger and the streams of all its processes, as the test sees them. */
  readonly ledger: WithMongoose<Composition>
  readonly redis: RedisClient
  readonly programs: Program[] = []
  /** The settings of its processes, without their roles. */
  readonly settings: Settings

  private constructor(settings: Settings, ledger: WithMongoose<Composition>) {
    const { config } = ledger
    this.settings = settings
    this.url = `http://127.0.0.1:${config.port}`
    this.adminKey = config.bootstrapAdminKey!
    this.config = config
    this.ledger = ledger
    this.redis = connectRedis(config.redisUrl)
  }

  /** Creates a database and a key prefix; starts no process yet. */
  static async create(overrides: Settings = {}): Promise<Deployment> {
    const settings = testSettings({
      ...SHORT_LEASES,
      LOG_LEVEL: 'info',
      PORT: String(await freePort()),
      BOOTSTRAP_ADMIN_KEY: `sk_live_${randomBytes(24).toString('hex')}`,
      ...overrides,
    })
    const log = serviceLog('silent')
    return new Deployment(settings, withMongoose(await compose(readConfig(settings) as AppConfig, { log })))
  }

  /**
   * Starts a process and waits until it works. A script, which gets the folder of the service, can replace it.
   * @param build the folder of the service, if it is not that of this checkout.
   */
  async start(roles: Roles, overrides: Settings = {}, script?: string, build?: string): Promise<Program> {
    const settings: Settings = { ...this.settings, ROLES: roles, ...overrides }
    // As the process tree starts its parts.
    const env = { PATH: process.env.PATH!, ...settings, NODE_OPTIONS: nodeOptions(settings.NODE_OPTIONS) }
    const root = build ?? (await sharedProgram())
    const program = script
      ? new Program(script, { args: [root], env })
      : new Program(join(root, 'dist/main.js'), { env })
    this.programs.push(program)
    await eventually(`a process with the roles ${roles} has started`, () => {
      if (!program.isRunning) throw new Error(`it has ended instead:\n${program.output}`)
      return program.stderr.includes('"msg":"started"')
    })
    return program
  }

  call(method: string, path: string, options: { key?: string; body?: unknown } = {}): Promise<CallResult> {
    return call(this.url, method, path, { key: this.adminKey, ...options })
  }

  /** Makes a test key. */
  async testKey(): Promise<string> {
    const { status, body } = await this.call('POST', '/v1/keys', { body: { scope: 'send', test_mode: true } })
    if (status !== 201) throw new Error(`no key: ${status} ${JSON.stringify(body)}`)
    return body.key
  }

  /** Sends many messages to the account's own address in one request and returns their ids. */
  async sendMany(count: number, { key, text = 'A text.' }: { key?: string; text?: string } = {}): Promise<string[]> {
    const items = Array.from({ length: count }, (_none, index) => ({
      channel: 'email',
      idempotency_key: `${randomBytes(6).toString('hex')}-${index}`,
      destination: { email: this.config.bootstrapOwnerEmail },
      payload: { subject: `Mail ${index}`, body_text: text },
    }))
    const { status, body } = await this.call('POST', '/v1/send/batch', { body: items, ...(key && { key }) })
    if (status >= 300) throw new Error(`not accepted: ${status} ${JSON.stringify(body)}`)
    const results = body as { success: boolean; response: { id: string } }[]
    return results.map(({ success, response }) => {
      if (!success) throw new Error(`an item was not accepted: ${JSON.stringify(results)}`)
      return response.id
    })
  }

  /** The number of messages with a status. */
  countMessages(status: MessageDoc['status']): Promise<number> {
    return this.ledger.models.messages.countDocuments({ status })
  }

  /** Ends every process in any state and drops the database. */
  async close(): Promise<void> {
    for (const program of this.programs) {
      if (!program.isRunning) continue
      program.signal('SIGCONT')
      program.signal('SIGKILL')
      await program.ended
    }
    await this.ledger.models.connection.dropDatabase().catch(() => undefined)
    await this.ledger.close()
    this.redis.disconnect()
  }
}
