import { parseZone } from 'dnsz'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ ROLES: 'api', DKIM_ZONE: 'dkim.example.net' })
})
afterAll(() => app.close())

const zone = (...args: string[]) => postlineHere(app.settings, 'domains', 'zone', ...args)
const unquoted = (content: string) => content.replaceAll(/^"|" "|"$/g, '')

test('domains zone says so if there is nothing to publish', async () => {
  expect(await zone()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^; Nothing to publish/) })
  expect((await zone('--json')).json()).toEqual({ zone: 'dkim.example.net', records: [] })
})

test("domains zone lists the targets of all domains' records, the same each time", async () => {
  const names = ['one.acme.com', 'two.acme.com']
  const added = await Promise.all(
    names.map(async (domain) => (await app.call('POST', '/v1/domains', { body: { domain } })).body),
  )
  const { code, json } = await zone('--json')
  expect(code).toBe(0)
  const { records } = json()
  const wanted = added.flatMap(({ dns_records }) =>
    dns_records.slice(0, 3).map(({ value }: { value: string }) => value),
  )
  expect(records.map(({ name }: { name: string }) => name).sort()).toEqual(wanted.sort())
  expect(new Set(records.map(({ value }: { value: string }) => value)).size).toBe(2)

  const { stdout } = await zone()
  const parsed = parseZone(stdout).records.map(({ type, name, content }) => ({ type, name, value: unquoted(content) }))
  expect(parsed).toEqual(records)
  expect(stdout).not.toContain('PRIVATE')
})

test('two concurrent exports make one key for a domain', async () => {
  await app.call('POST', '/v1/domains', { body: { domain: 'race.acme.com' } })
  const exports = await Promise.all([zone('--json'), zone('--json'), zone('--json')])
  expect(new Set(exports.map(({ stdout }) => stdout)).size).toBe(1)
})
