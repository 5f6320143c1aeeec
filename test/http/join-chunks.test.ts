import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { chunksOf, joinChunks } from '../../src/http/join-chunks.js'

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const END = '0\r\n\r\n'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Posts the beginning of a body over a connection of its own, and returns the request as the server has it. */
async function posted(header: string, text: string) {
  const server = createServer().listen(0, '127.0.0.1')
  server.prependListener('request', joinChunks)
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  ends.push(() => server.close())
  ends.push(() => socket.destroy())
  socket.on('error', () => undefined)
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${text}`)
  return { socket, request: (await requested)[0] }
}

const postedInChunks = (text: string) => posted('transfer-encoding: chunked', text)

async function read(request: IncomingMessage): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return pieces
}

describe('the chunks of a body', () => {
  test('of one byte each are read in a few pieces, and counted', async () => {
    const bytes = Array.from({ length: 50_000 }, (_none, index) => String.fromCharCode(97 + (index % 26)))
    const { request } = await postedInChunks(bytes.map(chunk).join('') + END)
    const pieces = await read(request)
    expect(Buffer.concat(pieces).toString() === bytes.join('')).toBe(true)
    expect(pieces.length).toBeLessThan(100)
    expect(chunksOf(request)).toEqual({ count: 50_000, bytes: 50_000 })
  })

  test('of every size keep their order', async () => {
    const sizes = [1, 70_000, 1, 1, 1_023, 1_024, 1_025, 3, 65_536, 2, 500, 500, 200_000, 7]
    const texts = sizes.map((size, index) => String.fromCharCode(97 + index).repeat(size))
    const { request } = await postedInChunks(texts.map(chunk).join('') + END)
    expect(Buffer.concat(await read(request)).toString() === texts.join('')).toBe(true)
  })

  test('are read as they come, and not only at the end of the body', async () => {
    const { socket, request } = await postedInChunks(chunk('a'))
    const next = async () => String((await once(request, 'data'))[0])
    expect(await next()).toBe('a')
    socket.write(chunk('b') + chunk('c'))
    expect(await next()).toBe('bc')
    socket.write(chunk('d') + END)
    const ended = once(request, 'end')
    expect(await next()).toBe('d')
    await ended
  })

  test('wait in little memory while nobody reads, and stop their connection', async () => {
    const { socket, request } = await postedInChunks('')
    await writeUntilFull(socket, chunk(' ').repeat(20_000))
    const { count } = chunksOf(request)
    expect(count).toBeGreaterThan(10_000)
    expect(count).toBeLessThan(150_000)
    expect(request.readableLength).toBe(count)
    expect(await buffersIn(request)).toBeLessThan(100)
  })
})

test('a body of known length is passed on as it comes', async () => {
  const { request } = await posted('content-length: 3', 'abc')
  expect((await read(request)).join()).toBe('abc')
  expect(chunksOf(request)).toEqual({ count: 0, bytes: 0 })
})

/** Writes until the other side has read nothing for some turns of its event loop, which is ours too. */
async function writeUntilFull(socket: Socket, text: string): Promise<void> {
  for (let idleTurns = 0, before = -1; idleTurns < 300; ) {
    while (socket.write(text));
    await new Promise(setImmediate)
    const { bytesWritten, writableLength } = socket
    const sent = bytesWritten - writableLength
    idleTurns = sent === before ? idleTurns + 1 : 0
    before = sent
  }
}

/** How many buffers a stream hands on in the first turn in which it is read. */
async function buffersIn(request: IncomingMessage): Promise<number> {
  let count = 0
  request.on('data', () => {
    count += 1
  })
  await new Promise(setImmediate)
  return count
}
