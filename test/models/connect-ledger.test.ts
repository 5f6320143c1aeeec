import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { afterEach, expect, inject, it } from 'vitest'
import { connectLedger } from '../../src/models/index.js'
import { mongoUriThrough } from '../support/databases.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A proxy to the tests' MongoDB: the first connection that contains a given word gets no more responses. */
async function aWayThatSwallows(word: string): Promise<string> {
  const target = new URL(inject('mongoUri').replace('mongodb:', 'http:'))
  let swallowed = false
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', (bytes) => {
      if (!swallowed && bytes.includes(word)) {
        swallowed = true
        far.unpipe(near).resume()
      }
      far.write(bytes)
    })
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return mongoUriThrough((server.address() as AddressInfo).port)
}

it('a read that a server never answers is given up and retried', async () => {
  const connection = await connectLedger(await aWayThatSwallows('never_answered'), { socketTimeoutMs: 500 })
  closers.push(() => connection.close())
  expect(await connection.collection('never_answered').findOne({ _id: 'nothing' as never })).toBeNull()
})
