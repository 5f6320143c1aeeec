import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StreamGuard } from '../../src/http/stream-guard.js'
import { eventually } from '../support/start-app.js'

const BLOCK = Buffer.alloc(64 * 1024, 'x')

let server: Server
let response: ServerResponse | undefined
let client: Socket

beforeEach(async () => {
  response = undefined
  server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
    response = answer
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  client.destroy()
  server.close()
})

async function open(guard: StreamGuard): Promise<ServerResponse> {
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const opened = await eventually('a request', () => response)
  guard.watch(opened)
  return opened
}

/** Writes like a well-behaved source, which waits while the connection is full, until it accepts no more. */
async function fill(target: ServerResponse): Promise<void> {
  for (;;) {
    if (target.destroyed) return
    const drained = target.write(BLOCK) || once(target, 'drain').then(() => true)
    if (!(await Promise.race([drained, new Promise<false>((resolve) => setTimeout(() => resolve(false), 100))]))) return
  }
}

test('a stream whose reader reads nothing is cut after its buffer is full for the stall time', async () => {
  const guard = new StreamGuard({ stallMs: 600 })
  const stream = await open(guard)
  client.pause()
  await fill(stream)
  const fullAt = Date.now()
  await eventually('cut', () => stream.destroyed && guard.open === 0)
  // The guard saw the connection full up to 100 ms before the test did.
  expect(Date.now() - fullAt).toBeGreaterThanOrEqual(450)
  expect(Date.now() - fullAt).toBeLessThan(5_000)
})

test('a slow reader keeps its stream', async () => {
  const guard = new StreamGuard({ stallMs: 2_000 })
  const stream = await open(guard)
  client.pause()
  await fill(stream)
  // Longer in all than a reader that reads nothing may take, and no step as long, on a busy machine neither.
  for (let step = 0; step < 6; step += 1) {
    client.resume()
    await once(client, 'data')
    await new Promise((resolve) => setTimeout(resolve, 10))
    client.pause()
    await fill(stream)
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  expect(stream.destroyed).toBe(false)
})

test('an idle stream stays open', async () => {
  const guard = new StreamGuard({ stallMs: 100 })
  const stream = await open(guard)
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  expect(stream.destroyed).toBe(false)
  expect(guard.open).toBe(1)
  stream.end()
  await eventually('forgotten', () => guard.open === 0)
})

test('a stream with too much waiting data is cut at once', async () => {
  const guard = new StreamGuard({ maxWaitingBytes: 1024 * 1024 })
  const stream = await open(guard)
  client.pause()
  // A source that does not wait.
  for (let block = 0; block < 400; block += 1) stream.write(BLOCK)
  await eventually('cut', () => stream.destroyed, 3_000)
})

test('closing waits for streams that end in time, and cuts the others', async () => {
  const guard = new StreamGuard()
  const stream = await open(guard)
  setTimeout(() => stream.end(), 100)
  await guard.close()
  expect(stream.writableFinished).toBe(true)

  response = undefined
  const endless = await open(guard)
  const before = Date.now()
  await guard.close()
  expect(endless.destroyed).toBe(true)
  expect(Date.now() - before).toBeLessThan(2_000)
})
