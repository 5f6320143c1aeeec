import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operatorOf } from '../../../src/services/caller.js'
import { postlineHere } from '../support.js'
import { KEY, startMailgun, startResend } from './services.js'
import { tooMany } from './stand-in.js'
import { counts, useImport } from './use-import.js'

const it = useImport()
const { bring, read } = it
const stateFile = () => it.stateFile('resend')

/** Lets the service refuse everything from the third page of contacts on. */
function cutAtThirdPage(): void {
  const answer = it.service.answers['/contacts'] as (query: URLSearchParams) => unknown
  let isFirst = true
  it.service.answers['/contacts'] = (query: URLSearchParams) => {
    if (isFirst && query.get('after') === 'c1999')
      it.service.faults.push(...Array.from({ length: 10 }, () => tooMany('1000')))
    if (query.get('after') === 'c1999') isFirst = false
    return answer(query)
  }
}

test('an import that was cut goes on where it was, with its kinds and its report', async () => {
  it.service = await startResend(2_500, { hasDetails: false })
  cutAtThirdPage()
  const first = await bring('resend', ['--only', 'templates,lists,contacts'])
  expect(first.code).toBe(1)
  expect(first.stderr).toContain(`Go on with --resume ${stateFile()}`)
  expect(first.stderr).toMatch(/contacts: 1,000\n.*error: Resend answered 429 to GET/s)
  expect((await stat(stateFile())).mode & 0o777).toBe(0o600)
  expect(await readFile(stateFile(), 'utf8')).not.toContain(KEY)
  expect(await readdir('.')).toEqual([stateFile()])
  it.service.faults.length = 0
  it.service.asked.length = 0
  const again = await bring('resend')
  expect(again.stderr).toContain(`${stateFile()} is of an import that is running or was cut`)
  const other = await bring('resend', ['--resume', stateFile(), '--only', 'domains'])
  expect(other.stderr).toContain('--only was chosen when the import began: templates,lists,contacts')
  expect(it.service.asked).toEqual([])
  const second = await bring('resend', ['--resume', stateFile()])
  expect(it.service.asked.some((path) => /^.(domains|templates|suppressions|webhooks)/.test(path))).toBe(false)
  expect(counts(second.json())).toEqual({
    templates: [2, 1, 0, 1],
    lists: [1, 1, 0, 0],
    contacts: [2_503, 2_500, 3, 0],
  })
  expect(second.json().kinds.templates.failures).toHaveLength(1)
  expect(await it.app.app.models.contacts.countDocuments({ account_id: it.account })).toBe(2_500)
  expect(await readdir('.')).toEqual([])
})

test('secrets of webhooks outlast a cut', async () => {
  it.service = await startResend(0)
  const rows = (events: string[]) => [
    { id: 'w1', endpoint: 'http://127.0.0.1:1029/one', status: 'enabled', events },
    { id: 'w2', endpoint: 'http://127.0.0.1:1029/two', status: 'enabled', events },
  ]
  it.service.answers['/webhooks'] = { data: rows(['email.bounced']), has_more: false }
  // The ledger gives up at the second one.
  const { subscriptions: webhooks } = it.app.app.models
  await webhooks.collection.createIndex(
    { endpoint_url: 1 },
    { unique: true, name: 'cut', partialFilterExpression: { endpoint_url: 'http://127.0.0.1:1029/two' } },
  )
  try {
    const stranger = await it.app.app.services.accounts.create('stranger@example.com', { another: true })
    const taken = { key: stranger.key, body: { endpoint_url: 'http://127.0.0.1:1029/two' } }
    expect((await it.app.call('POST', '/v1/webhooks', taken)).status).toBe(201)
    const first = await bring('resend', ['--only', 'webhooks'])
    expect(first.stderr).toContain('The import was cut')
    await webhooks.collection.dropIndex('cut')
    const second = await bring('resend', ['--resume', stateFile()])
    expect(second.json().webhook_secrets.map(({ url }: { url: string }) => url)).toEqual([
      ...['http://127.0.0.1:1029/one', 'http://127.0.0.1:1029/two'],
    ])
  } finally {
    await webhooks.collection.dropIndex('cut').catch(() => null)
  }
})

/** The state of an import from Resend that has one webhook in its first page, as if it was killed while it made that one. */
async function killedAtWebhook(at: string): Promise<void> {
  const report = { service: 'resend', account_id: it.account, dry_run: false, kinds: {} }
  const lists = { remarks: [], dns_records: [], webhook_secrets: [], by_hand: [] }
  const state = {
    ...{ service: 'resend', account_id: it.account, kinds: ['webhooks'], kind: 'webhooks', place: null },
    ...{ report: { ...report, ...lists }, webhook_begun: { url: WEBHOOK, at } },
  }
  await writeFile(stateFile(), JSON.stringify(state))
}
const WEBHOOK = 'http://127.0.0.1:1029/one'

const aWebhook = async () => {
  const { key } = await it.app.app.services.apiKeys.create(operatorOf(it.account), { scope: 'admin' })
  return (await it.app.call('POST', '/v1/webhooks', { key, body: { endpoint_url: WEBHOOK } })).body
}

test('a webhook that was made and whose secret was not kept gets another', async () => {
  it.service = await startResend(0)
  const row = { id: 'w1', endpoint: WEBHOOK, status: 'enabled', events: ['email.bounced'] }
  it.service.answers['/webhooks'] = { data: [row], has_more: false }
  const at = new Date().toISOString()
  const made = await aWebhook()
  await killedAtWebhook(at)
  const report = (await bring('resend', ['--resume', stateFile()])).json()
  expect(counts(report)).toEqual({ webhooks: [1, 1, 0, 0] })
  const [{ url, signing_secret }] = report.webhook_secrets
  expect([url, signing_secret]).toEqual([WEBHOOK, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(signing_secret).not.toBe(made.signing_secret)
})

test('a webhook that somebody else made keeps its secret', async () => {
  it.service = await startResend(0)
  const row = { id: 'w1', endpoint: WEBHOOK, status: 'enabled', events: ['email.bounced'] }
  it.service.answers['/webhooks'] = { data: [row], has_more: false }
  await aWebhook()
  // The import began to make it long before, and later.
  for (const ageMs of [-3_600_000, 3_600_000]) {
    await killedAtWebhook(new Date(Date.now() + ageMs).toISOString())
    const report = (await bring('resend', ['--resume', stateFile()])).json()
    expect([counts(report), report.webhook_secrets]).toEqual([{ webhooks: [1, 0, 1, 0] }, []])
  }
})

test('an account has one import at a time', async () => {
  it.service = await startResend(3, { hasDetails: false })
  const { apiKeys } = it.app.app.services
  const expires_at = new Date(Date.now() + 60_000)
  const running = await apiKeys.create(operatorOf(it.account), {
    name: 'Import from Resend',
    scope: 'admin',
    expires_at,
  })
  const second = await bring('resend')
  expect(second.stderr).toContain(`is under way, with the key ${running.id}`)
  expect(it.service.asked).toEqual([])
  await apiKeys.revokeOfAnyAccount(running.id)
  expect((await bring('resend', ['--only', 'contacts'])).code).toBe(0)
})

test('of two imports that begin at once, at most one runs', async () => {
  it.service = await startResend(3, { hasDetails: false })
  await Promise.all([bring('resend', ['--only', 'lists']), bring('resend', ['--only', 'lists'])])
  expect((await read('/contact-lists')).contact_lists.length).toBeLessThanOrEqual(1)
  expect(await it.keyNames()).not.toContain('Import from Resend')
})

test('a place is found again although a list before it is gone', async () => {
  it.service = await startMailgun()
  const domains = ['a.acme.test', 'b.acme.test', 'c.acme.test']
  const bounces = (domain: string) => ({ items: [{ address: `of-${domain}@example.com` }], paging: {} })
  it.service.answers['/v4/domains'] = { items: domains.map((name) => ({ name })) }
  for (const domain of domains) {
    for (const list of ['complaints', 'unsubscribes']) it.service.answers[`/v3/${domain}/${list}`] = { items: [] }
    it.service.answers[`/v3/${domain}/bounces`] = bounces(domain)
  }
  it.service.answers['/v3/b.acme.test/complaints'] = () => {
    it.service.faults.push(...Array.from({ length: 10 }, () => tooMany('1000')))
    return { items: [] }
  }
  const first = await bring('mailgun', ['--only', 'suppressions'])
  expect(first.code).toBe(1)
  it.service.faults.length = 0
  it.service.answers['/v4/domains'] = { items: [{ name: 'b.acme.test' }, { name: 'c.acme.test' }] }
  it.service.answers['/v3/b.acme.test/complaints'] = { items: [] }
  const file = it.stateFile('mailgun')
  const second = await bring('mailgun', ['--resume', file])
  expect(counts(second.json())).toEqual({ suppressions: [3, 3, 0, 0] })
})

test('lists that never end are an error', async () => {
  it.service = await startResend(3, { hasDetails: false })
  it.service.answers['/contacts'] = {
    data: [{ id: 'c1', email: 'a@example.com', unsubscribed: false }],
    has_more: true,
  }
  expect((await bring('resend', ['--only', 'contacts'])).stderr).toContain('The list never ends')
  await it.service.close()
  it.service = await startMailgun()
  const next = `${it.service.url}/v3/lists/pages`
  it.service.answers['/v3/lists/pages'] = { items: [{ address: 'a@b.example' }], paging: { next } }
  expect((await bring('mailgun', ['--only', 'lists'])).stderr).toContain('The list never ends')
})

test('nothing is written through a link', async () => {
  it.service = await startResend(2_500, { hasDetails: false })
  cutAtThirdPage()
  await symlink('elsewhere', stateFile())
  expect((await bring('resend', ['--only', 'contacts'])).stderr).toContain('The import was cut')
  expect(await readdir('.')).toEqual([stateFile()])
  expect((await lstat(stateFile())).isFile()).toBe(true)
})

test('a strange file is no state', async () => {
  it.service = await startResend(3, { hasDetails: false })
  await writeFile('other.json', '{"service":"resend","kind":"domains"}')
  expect((await bring('resend', ['--resume', 'other.json'])).stderr).toContain(
    'other.json is not the file of an import.',
  )
  await writeFile('none.json', '')
  expect((await bring('resend', ['--resume', 'none.json'])).stderr).toContain('none.json cannot be read')
  const stranger = await postlineHere(
    it.settingsFor('resend'),
    'import',
    'resend',
    '--account',
    'acc_1',
    '--resume',
    'x',
  )
  expect(stranger.stderr).toContain('x cannot be read')
})
