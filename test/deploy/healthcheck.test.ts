import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/built-program.js'

const run = promisify(execFile)

test('an API is healthy while /healthz responds', async () => {
  const asked: string[] = []
  const port = await serve(200, asked)
  expect(await isWell({ ROLES: 'api', PORT: port, METRICS_PORT: '0' })).toBe(true)
  expect(await isWell({ ROLES: '', PORT: port })).toBe(true)
  expect(asked).toEqual(['/healthz', '/healthz'])
  expect(await isWell({ ROLES: 'api', PORT: await serve(500) })).toBe(false)
  expect(await isWell({ ROLES: 'api', PORT: String(await freePort()) })).toBe(false)
})

test('a worker is healthy while /healthz on the port of its metrics responds', async () => {
  const asked: string[] = []
  expect(await isWell({ ROLES: 'worker,scheduler', METRICS_PORT: await serve(200, asked) })).toBe(true)
  const onAll = { METRICS_HOST: '0.0.0.0', METRICS_PORT: await serve(200, asked) }
  expect(await isWell({ ROLES: 'worker', ...onAll })).toBe(true)
  expect(await isWell({ ROLES: 'worker', ...onAll, METRICS_HOST: 'localhost' })).toBe(true)
  expect(asked).toEqual(['/healthz', '/healthz', '/healthz'])
  expect(await isWell({ ROLES: 'worker', METRICS_PORT: String(await freePort()) })).toBe(false)
})

test('a worker without metrics is healthy as long as its container runs', async () => {
  expect(await isWell({ ROLES: 'worker', METRICS_PORT: '0' })).toBe(true)
})

async function isWell(env: Record<string, string>): Promise<boolean> {
  return run(process.execPath, ['deploy/healthcheck.mjs'], { env }).then(
    () => true,
    () => false,
  )
}

/** Starts a server that always responds with this status. Returns its port. */
async function serve(status: number, asked: string[] = []): Promise<string> {
  const server = createServer(({ url }, response) => {
    asked.push(url!)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}
