import { afterEach, beforeEach, expect, test } from 'vitest'
import { Deployment } from '../support/deployment.js'
import { eventually } from '../support/start-app.js'

const ROWS = 60_000
const KILLS = 4

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create()
  await deployment.start('api')
})
afterEach(() => deployment.close())

async function store(csv: string): Promise<string> {
  const response = await fetch(`${deployment.url}/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deployment.adminKey}`, 'content-type': 'text/csv' },
    body: csv,
  })
  return ((await response.json()) as { storage_key: string }).storage_key
}

test('an import whose workers are killed counts each row once', async () => {
  const rows = Array.from({ length: ROWS }, (_none, row) =>
    row % 100 === 99 ? 'bad' : `u${row}@killed.example,${row}`,
  )
  const list_id = (await deployment.call('POST', '/v1/contact-lists', { body: { name: 'A' } })).body.id
  const storage_key = await store(['email,number', ...rows].join('\n'))
  const { body } = await deployment.call('POST', '/v1/contacts/import', { body: { storage_key, list_id } })
  const read = async () => (await deployment.call('GET', `/v1/contacts/imports/${body.id}`)).body
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await deployment.start('worker,scheduler')
    await eventually('it is under way', async () => (await read()).processed >= (kill * ROWS) / (2 * KILLS))
    worker.signal('SIGKILL')
    await worker.ended
  }
  expect((await read()).status).toBe('running')
  await deployment.start('worker,scheduler')
  const end = await eventually(
    'it ends',
    async () => {
      const now = await read()
      return now.status === 'running' ? null : now
    },
    120_000,
  )
  const bad = ROWS / 100
  expect(end).toMatchObject({ status: 'done', processed: ROWS, imported: ROWS - bad, skipped: bad })
  const list = await deployment.call('GET', `/v1/contact-lists/${list_id}`)
  expect(list.body.member_count).toBe(ROWS - bad)
  expect(await deployment.ledger.models.contacts.countDocuments({})).toBe(ROWS - bad)
})
