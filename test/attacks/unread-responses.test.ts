import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'

/** More than a busy machine lets this process wait. */
const STALL_MS = 4_000
/** Three of the mails below are more than this, two are less. */
const MAX_BYTES = 20 * 2 ** 20

let app: TestApp
/** A mail of about 9 MiB, more than the buffers of a connection take. */
let path: string
let open: Socket[] = []
beforeAll(async () => {
  app = await startApp({}, { connections: { stallMs: STALL_MS, maxBytes: MAX_BYTES } })
  path = await largeMail(app.adminKey, app.ownerEmail)
})
afterEach(() => {
  for (const socket of open) socket.destroy()
  open = []
})
afterAll(() => app.close())

/** Sends a large mail to the owner of an account. @returns the path of what was captured */
async function largeMail(key: string, email: string): Promise<string> {
  const content = Buffer.alloc(6.5 * 2 ** 20, 'x').toString('base64')
  const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content }]
  const payload = { subject: 's', body_text: 't', attachments }
  const { status, body } = await call(app.url, 'POST', '/v1/send', {
    key,
    body: aSend({ destination: { email }, payload }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const mail = await eventually('the mail is captured', async () => {
    const { body: outbox } = await call(app.url, 'GET', '/dev/outbox', { key })
    return outbox.mails[0]
  })
  return `/dev/outbox/${mail.id}`
}

/** Asks for a mail and reads nothing yet. */
function request(key = app.adminKey, at = path): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).pause()
  open.push(socket)
  // It may be reset.
  socket.on('error', () => undefined)
  socket.write(`GET ${at} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`)
  return socket
}

/** The number of bytes that are still to be had of a response. */
async function readRest(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
  })
  if (!socket.closed) await new Promise((resolve) => socket.resume().once('close', resolve))
  return bytes
}

test('a client that does not read its response is disconnected', async () => {
  const socket = request()
  await delay(2 * STALL_MS)
  expect(await readRest(socket)).toBeLessThan(8 * 2 ** 20)
})

test('a client that reads slowly gets the whole response, while its account leaves too much unread', async () => {
  const socket = request()
  let bytes = 0
  const readSome = () => {
    bytes += socket.read()?.length ?? 0
    return bytes
  }
  // Of those with the same amount left the newest ends first, and this one is the oldest.
  await eventually('its response begins', readSome)
  const unread = [request(), request()]
  const began = Date.now()
  while (!socket.readableEnded && !socket.destroyed) {
    readSome()
    await delay(40)
  }
  expect(bytes).toBeGreaterThan(8.5 * 2 ** 20)
  expect(Date.now() - began).toBeGreaterThan(STALL_MS)
  await Promise.all(unread.map((each) => expect(readRest(each)).resolves.toBeLessThan(8 * 2 ** 20)))
})

test('of an account that leaves too much unread some responses end, and those of others do not', async () => {
  const other = await anotherAccount(app)
  const otherPath = await largeMail(other.key, 'somebody@elsewhere.test')
  const mine = Array.from({ length: 4 }, () => request())
  const others = request(other.key, otherPath)
  // Time to write them all, and less than what ends one that nobody reads.
  await delay(STALL_MS / 2)
  const [othersBytes, ...bytes] = await Promise.all([others, ...mine].map(readRest))
  expect(othersBytes).toBeGreaterThan(8.5 * 2 ** 20)
  expect(bytes.filter((count) => count > 8.5 * 2 ** 20).length).toBeLessThan(4)
})
