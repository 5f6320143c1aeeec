import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { choosePort, isListening } from '../src/ports.js'

test('the servers of the test run listen on loopback', async () => {
  for (const address of [inject('mongoUri'), inject('redisUrl')]) {
    const { port } = new URL(address)
    expect(await isListening(Number(port))).toBe(true)
  }
})

test('a taken port is an error if it was required, and replaced silently if it was previous', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await expect(choosePort('MongoDB', { required: port })).rejects.toThrow(`Port ${port} for MongoDB is taken`)
  const other = await choosePort('MongoDB', { previous: port })
  expect(other).not.toBe(port)
  expect(other).toBeGreaterThan(0)
  await new Promise((resolve) => server.close(resolve))
  expect(await choosePort('MongoDB', { previous: port })).toBe(port)
})
