import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SERVICES } from '../../../src/cli/import/services.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { type CliResult, postlineHere } from '../support.js'
import { KEY, startMailgun, startPostmark, startResend, startSendgrid, startSes } from './services.js'
import { cut, type StandIn, tooMany } from './stand-in.js'

let app: TestApp
let service: StandIn | null = null
let account = ''
let key = ''
let folder = ''
const here = process.cwd()

beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_SECOND: '100000' })
})
afterAll(() => app.close())
beforeEach(async () => {
  const made = await app.app.services.accounts.create('moves@example.com', { another: true })
  account = made.account_id
  key = made.key
  folder = await mkdtemp(join(tmpdir(), 'postline-import-'))
  process.chdir(folder)
})
afterEach(async () => {
  process.chdir(here)
  await rm(folder, { recursive: true })
  await service?.close()
  service = null
})

const VARIABLES: Record<string, string> = {
  resend: 'RESEND_API_KEY',
  postmark: 'POSTMARK_SERVER_TOKEN',
  sendgrid: 'SENDGRID_API_KEY',
  mailgun: 'MAILGUN_API_KEY',
}

/** Runs the import against the stand-in. */
const bring = (name: string, args: string[] = [], env: Record<string, string> = {}): Promise<CliResult> =>
  postlineHere(
    { ...app.settings, [VARIABLES[name]!]: KEY, ...env },
    ...['import', name, '--account', account, '--url', service!.url, '--json', ...args],
  )
const read = async (path: string) => (await app.call('GET', `/v1${path}`, { key })).body
/** What it read, in the order of the import. */
const kindsOf = ({ kinds }: { kinds: object }) => Object.keys(kinds)
const counts = ({ kinds }: { kinds: Record<string, Record<string, unknown>> }) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, { read: all, created, existing, failed }]) => [
      kind,
      [all, created, existing, failed],
    ]),
  )

test('Resend: everything comes along, and a repeat finds it', async () => {
  service = await startResend()
  const first = await bring('resend')
  expect(first.stderr).toContain('contacts: 250')
  const report = first.json()
  expect(kindsOf(report)).toEqual(SERVICES.resend.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [2, 1, 0, 1],
    lists: [1, 1, 0, 0],
    contacts: [253, 250, 3, 0],
    suppressions: [2, 1, 0, 1],
    webhooks: [1, 1, 0, 0],
  })
  expect(first.code).toBe(1)
  expect(report.kinds.templates.failures).toEqual([{ what: 'Broken', why: '{{#each items}} has no counterpart' }])
  expect(
    report.dns_records.some(
      ({ domain, type }: { domain: string; type: string }) => domain === 'moved.acme.test' && type === 'CNAME',
    ),
  ).toBe(true)
  const template = await read('/templates/order-received')
  expect(template).toMatchObject({ subject: 'Order {{ ORDER }}', body_html: '<p>Hello {{ FIRST_NAME }}</p>' })
  const [list] = (await read('/contact-lists')).contact_lists
  expect(
    (await read(`/contact-lists/${list.id}/members`)).members.map(({ email }: { email: string }) => email).toSorted(),
  ).toEqual(['person0@example.com', 'person1@example.com', 'person2@example.com'])
  const [left] = (await read('/contacts?search=person1@example.com')).contacts
  expect(left).toMatchObject({ first_name: 'Ada', status: 'unsubscribed', attributes: { plan: 'pro' } })
  expect(await read('/suppressions/gone@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
  const [webhook] = (await read('/webhooks')).webhooks
  expect(webhook).toMatchObject({ format: 'resend', event_types: ['bounced'] })
  expect(report.webhook_secrets).toMatchObject([
    { url: 'http://127.0.0.1:1029/resend', standard_secret: expect.stringMatching(/^whsec_/) },
  ])
  const second = await bring('resend')
  expect(counts(second.json())).toEqual({
    domains: [1, 0, 1, 0],
    templates: [2, 0, 1, 1],
    lists: [1, 0, 1, 0],
    contacts: [253, 0, 253, 0],
    suppressions: [2, 1, 0, 1],
    webhooks: [1, 0, 1, 0],
  })
  expect((await read('/keys')).keys.map(({ name }: { name: string }) => name)).not.toContain('Import from Resend')
})

test('Postmark: pages by number, layouts are named, and domains need the other token', async () => {
  service = await startPostmark()
  const without = await bring('postmark', ['--only', 'domains'])
  expect(without.json().by_hand).toEqual(['Domains: give the token of the account, too (POSTMARK_ACCOUNT_TOKEN).'])
  const result = await bring('postmark', [], { POSTMARK_ACCOUNT_TOKEN: KEY })
  const report = result.json()
  expect(kindsOf(report)).toEqual(SERVICES.postmark.brings)
  expect(counts(report)).toEqual({
    // An account has at most 100 domains.
    domains: [101, 100, 0, 1],
    templates: [101, 100, 0, 1],
    suppressions: [3, 3, 0, 0],
    webhooks: [1, 1, 0, 0],
  })
  expect(report.kinds.templates.failures).toEqual([
    { what: 'Template 7', why: '{{> basic}} includes another template' },
  ])
  expect((await read('/templates/template-0')).body_html).toBe(
    '{% for item1 in items %}<li>{{ item1.name }}: {{ item1.price | raw }}</li>{% endfor %}{% unless items %}None{% endunless %}',
  )
  expect(await read('/suppressions/c@example.com')).toMatchObject({ state: 'unsubscribed' })
  expect((await read('/webhooks')).webhooks[0]).toMatchObject({ format: 'postmark' })
})

test('SendGrid: pages by token, helpers of Handlebars, and contacts by hand', async () => {
  service = await startSendgrid()
  const report = (await bring('sendgrid')).json()
  expect(kindsOf(report)).toEqual(SERVICES.sendgrid.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [2, 1, 0, 1],
    lists: [1, 1, 0, 0],
    suppressions: [503, 503, 0, 0],
    webhooks: [1, 1, 0, 0],
  })
  expect(report.kinds.templates.failures[0].why).toContain('formatDate')
  expect(report.by_hand[0]).toContain('Contacts')
  expect((await read('/templates/d-1')).body_html).toBe(
    '{% if paid %}Paid{% else %}{% unless free %}Due{% endunless %}{% endif %}{% for item1 in rows %}{{ item1.name }}/{{ currency }}{% endfor %}{% if kind == "a" %}A{% endif %}',
  )
  expect((await read('/webhooks')).webhooks[0].event_types.toSorted()).toEqual(['bounced', 'complained'])
})

test('Mailgun: pages by link, members of lists, and webhooks by URL', async () => {
  service = await startMailgun()
  const report = (await bring('mailgun')).json()
  expect(kindsOf(report)).toEqual(SERVICES.mailgun.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [1, 1, 0, 0],
    lists: [1, 1, 0, 0],
    contacts: [3, 3, 0, 0],
    suppressions: [4, 4, 0, 0],
    webhooks: [1, 1, 0, 0],
  })
  const [contact] = (await read('/contacts?search=two@example.com')).contacts
  expect(contact).toMatchObject({
    first_name: 'two',
    last_name: 'Lovelace',
    status: 'unsubscribed',
    attributes: { age: 7 },
  })
  expect((await read('/webhooks')).webhooks[0].event_types.toSorted()).toEqual(['bounced', 'delivered', 'failed'])
})

test('SES: what it has in a region', async () => {
  service = await startSes()
  const credentials = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }
  Object.assign(process.env, credentials)
  try {
    const result = await postlineHere(
      { ...app.settings, AWS_REGION: 'eu-west-1' },
      ...['import', 'ses', '--account', account, '--url', service.url, '--json'],
    )
    expect(kindsOf(result.json())).toEqual(SERVICES.ses.brings)
    expect(counts(result.json())).toEqual({
      domains: [1, 1, 0, 0],
      templates: [1, 1, 0, 0],
      lists: [1, 1, 0, 0],
      contacts: [1, 1, 0, 0],
      suppressions: [1, 1, 0, 0],
    })
  } finally {
    for (const name of Object.keys(credentials)) delete process.env[name]
  }
  expect((await read('/templates/welcome-1')).body_html).toBe('{% if vip %}<b>{{ name }}</b>{% endif %}')
  expect((await read('/contacts')).contacts[0]).toMatchObject({ status: 'unsubscribed', attributes: { plan: 'pro' } })
})

test('a dry run reads everything, and writes nothing', async () => {
  service = await startResend(20)
  const collections = await app.app.models.domains.db.listCollections()
  const documents = async () => {
    const sizes = new Map<string, number>()
    for (const { name } of collections)
      sizes.set(name, await app.app.models.domains.db.collection(name).countDocuments({ account_id: account }))
    return sizes
  }
  const before = await documents()
  const report = (await bring('resend', ['--dry-run'])).json()
  expect(counts(report).contacts).toEqual([23, 23, 0, 0])
  const after = await documents()
  // The key of the import was made and revoked, and that was noted.
  for (const name of ['api_keys', 'audit_entries', 'account_quotas', 'key_uses']) before.delete(name)
  for (const [name, count] of before) expect([name, after.get(name)]).toEqual([name, count])
})

test('limits and cut answers are waited out', async () => {
  service = await startResend(5)
  service.faults.push(tooMany('1'), cut, (response) => void response.writeHead(503).end())
  const result = await bring('resend', ['--only', 'domains,lists'])
  expect(counts(result.json())).toEqual({ domains: [1, 1, 0, 0], lists: [1, 1, 0, 0] })
})

test('an import that was cut goes on where it was', async () => {
  service = await startResend(250)
  const failing = service.answers['/contacts'] as (query: URLSearchParams) => unknown
  let pages = 0
  service.answers['/contacts'] = (query: URLSearchParams) => {
    pages += 1
    if (pages === 2) service!.faults.push(...Array.from({ length: 10 }, () => tooMany('1000')))
    return failing(query)
  }
  const first = await bring('resend')
  expect(first.code).toBe(1)
  const file = `postline-import-resend-${account}.json`
  expect(first.stderr).toContain(`Go on with --resume ${file}`)
  expect(first.stderr).toMatch(/contacts: 100\n.*contacts: 200\n.*error: Resend answered 429 to GET/s)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).not.toContain(KEY)
  service.faults.length = 0
  service.asked.length = 0
  const second = await bring('resend', ['--resume', file])
  expect(service.asked.some((path) => path.startsWith('/domains'))).toBe(false)
  expect(counts(second.json()).contacts![2]).toBe(3)
  expect((await read('/contacts?limit=1')).contacts).toHaveLength(1)
  expect(await app.app.models.contacts.countDocuments({ account_id: account })).toBe(250)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('a wrong key says where it is from, and is not printed', async () => {
  service = await startResend()
  await writeFile('key.txt', 'another_key\n')
  const result = await bring('resend', ['--key-file', 'key.txt'])
  expect(result.code).toBe(1)
  expect(result.stderr).toContain('Resend answered 401 to GET /domains: check the key in key.txt.')
  expect(result.stdout + result.stderr).not.toContain('another_key')
})

test('keys go over TLS, to the service alone', async () => {
  service = await startResend()
  const plain = await postlineHere(
    { ...app.settings, RESEND_API_KEY: KEY },
    ...['import', 'resend', '--account', account, '--url', 'http://resend.example'],
  )
  expect(plain.stderr).toContain('--url must be an https URL')
  service.answers['/domains'] = { data: [], has_more: false }
  const mailgun = await startMailgun()
  mailgun.answers['/v3/lists/pages'] = {
    items: [{ address: 'a@b.example' }],
    paging: { next: 'http://evil.example/next' },
  }
  const foreign = await postlineHere(
    { ...app.settings, MAILGUN_API_KEY: KEY },
    ...['import', 'mailgun', '--account', account, '--url', mailgun.url, '--only', 'lists'],
  )
  await mailgun.close()
  expect(foreign.stderr).toContain('Mailgun named a page at another server: http://evil.example')
})

test.each([
  [['import', 'sparkpost', '--account', 'acc_1'], 'It must be one of resend'],
  [['import', 'resend', '--account', 'acc_1', '--only', 'everything'], 'Each must be one of domains'],
  [['import', 'resend'], "required option '--account <id>'"],
  [['import', 'resend', '--account', 'acc_1'], 'Set RESEND_API_KEY, or name a file with --key-file.'],
  [['import', 'resend', '--account', 'acc_1', '--resume', 'nothing.json'], 'nothing.json cannot be read'],
])('%j is refused', async (args, reason) => {
  const result = await postlineHere(app.settings, ...args)
  expect(result.code).not.toBe(0)
  expect(result.stderr).toContain(reason)
})

test('an unknown account is said before anything is written', async () => {
  service = await startResend()
  const result = await postlineHere(
    { ...app.settings, RESEND_API_KEY: KEY },
    ...['import', 'resend', '--account', 'acc_00000000000000000000000000', '--url', service.url],
  )
  expect([result.code, service.asked]).toEqual([1, []])
})
