import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { signPayload, signStandard } from '../src/lib/http/webhook-signature.js'
import { webhookBody } from '../src/services/tracking/webhooks/delivery-row.js'

/*
 * The floor: the least that making webhook requests can cost. Builds the same bodies, signs them in the same two ways
 * and posts them with the same HTTP client and as many requests in flight. It knows no ledger and checks no address.
 *
 * Arguments: the number of events, and the endpoints.
 */

const IN_FLIGHT = 256
const IN_FLIGHT_EACH = 64

const [count, ...urls] = [Number(process.argv[2]), ...process.argv.slice(3)]
const pools = urls.map((url) => new Pool(new URL(url).origin))
const secret = randomBytes(32).toString('hex')
let next = 0

async function post(index: number): Promise<void> {
  const now = new Date()
  const id = `evt_${String(index).padStart(26, '0')}`
  const payload = { detail: 'Simulated delivery: no mail was sent.' }
  const names = { message_id: id.replace('evt', 'msg'), account_id: id.replace('evt', 'acc') }
  const event = { _id: id, ...names, type: 'delivered', payload, occurred_at: now, created_at: now }
  const body = webhookBody(event, { message: null, recipient: null })
  const timestamp = Math.floor(now.getTime() / 1_000)
  const headers = {
    'Content-Type': 'application/json',
    'Svc-Event-Id': id,
    'Svc-Timestamp': String(timestamp),
    'Svc-Signature': signPayload(secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signStandard(secret, id, timestamp, body),
  }
  const response = await pools[index % pools.length]!.request({ method: 'POST', path: '/', headers, body })
  await response.body.dump()
}

async function postInTurn(): Promise<void> {
  for (let index = next; index < count; index = next) {
    next += 1
    await post(index)
  }
}

const startedAt = performance.now()
const workers = Math.min(IN_FLIGHT, IN_FLIGHT_EACH * urls.length)
await Promise.all(Array.from({ length: workers }, postInTurn))
const perSecond = (count * 1_000) / (performance.now() - startedAt)
await Promise.all(pools.map((pool) => pool.close()))
process.stdout.write(`floor: ${perSecond}\n`)
