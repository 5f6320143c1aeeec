import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeScratch } from '../support/scratch.js'

const run = promisify(execFile)

test('a registry without audits is reported and is not a failure', async () => {
  expect(await audit(405, {})).toEqual({ code: 0, stdout: expect.stringContaining('Audit: skipped') })
})

test('an audit without findings passes', async () => {
  expect(await audit(200, {})).toEqual({ code: 0, stdout: 'Audit: 0 high, 0 critical, 0 in all.\n' })
})

test.each([
  ['high', 1],
  ['moderate', 0],
])('an advisory of severity %s ends with %d', async (severity, code) => {
  const advisory = { id: 1, url: 'https://example.com/1', title: 'A hole', severity, vulnerable_versions: '*' }
  const answer = await audit(200, { fastify: [{ ...advisory, cwe: [], cvss: { score: 0, vectorString: null } }] })
  expect(answer.code).toBe(code)
  if (code) expect(answer.stdout).toContain('high: fastify *')
})

/** Runs the audit against a registry whose audit endpoint returns this response. */
async function audit(status: number, advisories: object): Promise<{ code: number; stdout: string }> {
  const server = createServer((request, response) => {
    const isAudit = request.url?.endsWith('/advisories/bulk')
    const name = decodeURIComponent(request.url!.slice(1))
    const aPackage = { name, versions: { '1.0.0': { name, version: '1.0.0' } }, 'dist-tags': { latest: '1.0.0' } }
    request.resume().on('end', () => {
      response.writeHead(isAudit ? status : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isAudit ? advisories : aPackage))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // npm caches advisories by id.
  const cache = await makeScratch('npm-cache')
  onTestFinished(async () => {
    server.close()
    await rm(cache, { recursive: true, force: true })
  })
  const { port } = server.address() as AddressInfo
  const npm = { registry: `http://127.0.0.1:${port}/`, cache, fetch_retries: '0' }
  const env = Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]))
  return run(process.execPath, ['scripts/audit.mjs'], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  )
}
