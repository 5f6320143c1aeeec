import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'
import { z } from 'zod'
import { type SesIdentity, SesIdentityStore } from './ses-identity-store.js'
import { answer, parseBody, routeOf, SesFailed, type SesFailure, type SesOperation } from './ses-wire.js'
import { signatureProblem, type TestCredentials } from './sigv4.js'

/**
 * What the stand-in does instead of a proper response: an error, silence, a cut connection, invalid JSON; or it accepts
 * the mail and does not respond.
 */
export type SesFault = SesFailure | 'silence' | 'drop' | 'nonsense' | 'take-in-silence' | undefined

/** An accepted mail. */
export interface SesMail {
  id: string
  from: string
  destination: { to: string[]; cc: string[]; bcc: string[] }
  raw: Buffer
  parsed: ParsedMail
  tags: Record<string, string>
  configurationSet: string | null
}

export interface SesStandInOptions {
  region?: string
  configurationSets?: string[]
  /** Delay of each response to SendEmail. */
  delayMs?: number
  /** Called for each valid request; `nth` counts the requests of its operation from 1. */
  misbehave?: (operation: SesOperation, nth: number) => SesFault
}

export interface SesStandIn {
  endpoint: string
  region: string
  credentials: TestCredentials
  /** The environment variables that the SDK needs. */
  env: Record<string, string>
  mails: SesMail[]
  /** The requested operations, in order, with their bodies. */
  calls: { operation: SesOperation; body: unknown }[]
  identities: Map<string, SesIdentity>
  account: { SendingEnabled: boolean; ProductionAccessEnabled: boolean; EnforcementStatus: string }
  /** Connections opened so far, and those that are open. */
  readonly connections: number
  readonly open: number
  close(): Promise<void>
}

const BASE64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const ADDRESSES = z.array(z.email()).optional()
const TAG = /^[A-Za-z0-9_-]{1,256}$/
const MAX_RECIPIENTS = 50
const MAX_LINE_BYTES = 1000

const SEND_EMAIL = z.strictObject({
  FromEmailAddress: z.email(),
  Destination: z.strictObject({ ToAddresses: ADDRESSES, CcAddresses: ADDRESSES, BccAddresses: ADDRESSES }),
  Content: z.strictObject({ Raw: z.strictObject({ Data: BASE64 }) }),
  EmailTags: z.array(z.strictObject({ Name: z.string().regex(TAG), Value: z.string().regex(TAG) })).optional(),
  ConfigurationSetName: z.string().optional(),
})

/**
 * The used part of the Amazon SES API (v2) over real HTTP: it checks each signature with the secret, accepts only
 * bodies as AWS documents them, and keeps the mails.
 */
export async function startSesStandIn(options: SesStandInOptions = {}): Promise<SesStandIn> {
  const { region = 'eu-central-1', configurationSets = [], delayMs = 0, misbehave } = options
  const credentials = { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: randomBytes(30).toString('base64') }
  const mails: SesMail[] = []
  const calls: SesStandIn['calls'] = []
  const counts = new Map<SesOperation, number>()
  const identities = new SesIdentityStore()
  const account = { SendingEnabled: true, ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' }
  const sockets = new Set<Socket>()
  let connections = 0

  async function take(body: unknown): Promise<{ MessageId: string }> {
    const { Destination, Content, EmailTags = [], ...request } = parseBody(SEND_EMAIL, body)
    const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = Destination
    const raw = Content.Raw.Data
    const count = to.length + cc.length + bcc.length
    if (count === 0 || count > MAX_RECIPIENTS)
      throw new SesFailed('BadRequestException', 400, `Recipient count is ${count}`)
    if (
      raw
        .toString('latin1')
        .split('\r\n')
        .some((line) => line.length + 2 > MAX_LINE_BYTES)
    ) {
      throw new SesFailed('BadRequestException', 400, 'Maximum line length exceeded')
    }
    const set = request.ConfigurationSetName
    if (set) findConfigurationSet(set)
    const id = `0107${randomBytes(6).toString('hex')}-${randomUUID()}-000000`
    mails.push({
      id,
      from: request.FromEmailAddress,
      destination: { to, cc, bcc },
      raw,
      parsed: await simpleParser(raw),
      tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
      configurationSet: set ?? null,
    })
    return { MessageId: id }
  }

  function findConfigurationSet(name: string): object {
    if (!configurationSets.includes(name)) {
      throw new SesFailed('NotFoundException', 404, `Configuration set <${name}> does not exist.`)
    }
    return { ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } }
  }

  const operations: Record<SesOperation, (subject: string, body: unknown) => unknown> = {
    SendEmail: (_subject, body) => take(body),
    GetAccount: () => ({ ...account, SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 } }),
    GetConfigurationSet: (name) => findConfigurationSet(name),
    CreateEmailIdentity: (_subject, body) => identities.create(body),
    GetEmailIdentity: (name) => identities.get(name),
    DeleteEmailIdentity: (name) => identities.delete(name),
    PutEmailIdentityMailFromAttributes: (name, body) => identities.putMailFrom(name, body),
    PutEmailIdentityDkimSigningAttributes: (name, body) => identities.putDkimSigning(name, body),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const signed = { method: request.method!, url: request.url!, headers: request.headers, body }
    const problem = signatureProblem(signed, credentials, { region, service: 'ses' })
    if (problem) return answer(response, 403, { message: problem.message }, problem.type)
    const route = routeOf(request.method!, request.url!)
    if (!route) return answer(response, 404, { message: 'no such operation' }, 'UnknownOperationException')
    const { operation, subject } = route
    const json = body.length > 0 ? JSON.parse(body.toString()) : {}
    const nth = (counts.get(operation) ?? 0) + 1
    counts.set(operation, nth)
    calls.push({ operation, body: json })
    const fault = misbehave?.(operation, nth)
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silence') return
    if (fault === 'nonsense') return void response.writeHead(200).end('<html>not SES</html>')
    if (fault === 'take-in-silence') return void (await operations[operation](subject, json))
    if (fault) return answer(response, fault.status, { message: fault.message ?? fault.type }, fault.type)
    if (operation === 'SendEmail' && delayMs > 0) await delay(delayMs)
    try {
      answer(response, 200, await operations[operation](subject, json))
    } catch (error) {
      if (!(error instanceof SesFailed)) throw error
      const { type, status, message } = error.failure
      answer(response, status, { message }, type)
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      answer(response, 400, { message: String(error.message) }, 'SerializationException')
    })
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    endpoint,
    region,
    credentials,
    env: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    mails,
    calls,
    identities: identities.byName,
    account,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
}
