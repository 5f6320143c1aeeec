import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

const MOST = 5

let app: TestApp
const sockets: Socket[] = []
beforeAll(async () => {
  const connections = { headersTimeoutMs: 500, checkMs: 50 }
  app = await startApp({ ROLES: 'api', MAX_CONNECTIONS: String(MOST) }, { connections })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/** A connection, what it was sent, and whether the server has closed it. */
function dial(first = '') {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const seen = { socket, text: '', isClosed: false }
  socket.on('data', (data) => {
    seen.text += data
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    seen.isClosed = true
  })
  socket.write(first)
  return seen
}

const closed = (connection: ReturnType<typeof dial>) =>
  eventually('the server closes the connection', () => connection.isClosed, 5_000)

test('a connection that sends nothing is closed', async () => {
  await closed(dial())
})

test('a connection that sends its header too slowly is told so and closed', async () => {
  const slow = dial('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  const drip = setInterval(() => slow.socket.write('x-more: 1\r\n'), 50)
  await closed(slow).finally(() => clearInterval(drip))
  // Perhaps the server was too slow, so it must not say that the request is wrong: clients would not repeat it.
  expect(slow.text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(slow.text).toContain('"code":"overloaded"')
  expect(slow.text).toContain('The request did not arrive in time.')
})

test('an idle connection that has been used stays open for the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<Socket>((resolve, reject) => {
      const request = get(`${app.url}/healthz`, { agent }, (response) => {
        response.resume().once('end', () => resolve(request.socket!))
      }).once('error', reject)
    })
  const first = await ask()
  await closed(dial())
  expect(await ask()).toBe(first)
  agent.destroy()
})

const ASKING = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
const answersIn = (text: string, status: number) => text.split(`HTTP/1.1 ${status} `).length - 1

test('a few requests in one packet are answered in their order, and so are the next ones', async () => {
  const paths = ['/healthz', '/nowhere', '/healthz', '/readyz', ...Array(12).fill('/healthz')]
  const pipelined = dial()
  const statuses = () => [...pipelined.text.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, status]) => Number(status))
  const expected = paths.map((path) => (path === '/nowhere' ? 404 : 200))
  for (const times of [1, 2]) {
    pipelined.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
    await eventually('all are answered', () => statuses().length === times * expected.length)
  }
  expect(statuses()).toEqual([...expected, ...expected])
  expect(pipelined.isClosed).toBe(false)
})

test('of too many requests in one packet the first are answered, and the next is refused and closes the connection', async () => {
  const pipelined = dial(ASKING.repeat(40))
  await closed(pipelined)
  expect([answersIn(pipelined.text, 200), answersIn(pipelined.text, 429)]).toEqual([16, 1])
  const [head, body] = pipelined.text.slice(pipelined.text.indexOf('HTTP/1.1 429')).split('\r\n\r\n')
  expect(head).toMatch(/^connection: close$/m)
  expect(body).toContain('More than 16 requests wait on this connection.')
})

test('a flood of requests is cut off', async () => {
  const flood = dial()
  const send = () => {
    while (!flood.socket.destroyed && flood.socket.write(ASKING.repeat(1_000)));
  }
  flood.socket.on('drain', send)
  send()
  await closed(flood)
})

test('further connections than the most allowed are closed at once', async () => {
  const open = Array.from({ length: MOST }, () => dial('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'))
  await eventually('all are answered', () => open.every(({ text }) => text.includes('200 OK')))
  const further = dial('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await closed(further)
  expect(further.text).toBe('')
  expect(open.map(({ isClosed }) => isClosed)).toEqual(Array(MOST).fill(false))
})
