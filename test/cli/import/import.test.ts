import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SERVICES } from '../../../src/cli/import/services.js'
import { idTime } from '../../../src/ids.js'
import { postlineHere } from '../support.js'
import { KEY, startMailgun, startPostmark, startResend, startSendgrid, startSes } from './services.js'
import { cut, tooMany } from './stand-in.js'
import { counts, useImport } from './use-import.js'

const it = useImport()
const { bring, read } = it
/** What it read, in the order of the import. */
const kindsOf = ({ kinds }: { kinds: object }) => Object.keys(kinds)
// biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes
const listsByName = async (): Promise<Map<string, any>> =>
  new Map((await read('/contact-lists')).contact_lists.map((list: { name: string }) => [list.name, list]))
const membersOf = async ({ id }: { id: string }): Promise<string[]> =>
  (await read(`/contact-lists/${id}/members`)).members.map(({ email }: { email: string }) => email).toSorted()

test('Resend: everything comes along, and a repeat finds it', async () => {
  it.service = await startResend()
  const first = await bring('resend')
  const report = first.json()
  expect(kindsOf(report)).toEqual(SERVICES.resend.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [2, 1, 0, 1],
    suppressions: [2, 1, 0, 1],
    lists: [2, 2, 0, 0],
    contacts: [253, 250, 3, 0],
    webhooks: [1, 1, 0, 0],
  })
  expect(first.code).toBe(1)
  expect(report.kinds.templates.failures).toEqual([{ what: 'Broken', why: '{{#each items}} has no counterpart' }])
  expect(report.remarks).toEqual([
    {
      ...{ kind: 'templates', what: 'Order received' },
      why: 'has a sender (Shop <shop@acme.test>), which each send names here',
    },
    { kind: 'webhooks', what: 'http://127.0.0.1:1029/resend', why: 'gets no domain.created here' },
    { kind: 'webhooks', what: 'http://127.0.0.1:1029/off', why: 'is disabled there, and is not brought' },
  ])
  expect(
    report.dns_records.some(
      ({ domain, type }: { domain: string; type: string }) => domain === 'moved.acme.test' && type === 'CNAME',
    ),
  ).toBe(true)
  expect(await read('/templates/order-received')).toMatchObject({
    ...{ subject: 'Order {{ ORDER }}', body_html: '<p>Hello {{ NAME }}</p>' },
    variables: [
      { name: 'NAME', required: false, default: 'friend' },
      { name: 'ORDER', required: true, default: null },
    ],
  })
  const lists = await listsByName()
  expect(await membersOf(lists.get('News'))).toEqual([
    ...['person0@example.com', 'person1@example.com', 'person2@example.com'],
  ])
  // Who is in a topic, and who has left it.
  const inOffers = { list_id: lists.get('Offers').id }
  const firstMember = await it.app.app.models.listMembers.findOne(inOffers).sort({ _id: 1 })
  const optOut = await it.app.app.models.topicOptOuts.findOne(inOffers)
  expect(optOut!.opted_out_at.getTime()).toBeLessThanOrEqual(idTime(firstMember!._id).getTime())
  expect(lists.get('Offers')).toMatchObject({ is_topic: true, description: 'What is cheap' })
  expect(await it.app.app.models.listMembers.countDocuments(inOffers)).toBe(249)
  const [outOfTopic] = (await read('/contacts?search=person2@example.com')).contacts
  expect(outOfTopic.status).toBe('subscribed')
  expect((await read(`/contacts/${outOfTopic.id}/topics`)).topics).toMatchObject([
    { name: 'Offers', subscribed: false },
  ])
  const [left] = (await read('/contacts?search=person1@example.com')).contacts
  expect(left).toMatchObject({ first_name: 'Ada', status: 'unsubscribed', attributes: { plan: 'pro' } })
  expect(await read('/suppressions/gone@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
  const { webhooks } = await read('/webhooks')
  expect(webhooks).toMatchObject([{ format: 'resend' }])
  expect(webhooks[0].event_types.toSorted()).toEqual(['bounced', 'delivered'])
  expect(report.webhook_secrets).toMatchObject([
    { url: 'http://127.0.0.1:1029/resend', standard_secret: expect.stringMatching(/^whsec_/) },
  ])
  const second = await bring('resend')
  expect(counts(second.json())).toEqual({
    domains: [1, 0, 1, 0],
    templates: [2, 0, 1, 1],
    suppressions: [2, 1, 0, 1],
    lists: [2, 0, 2, 0],
    contacts: [253, 0, 253, 0],
    webhooks: [1, 0, 1, 0],
  })
  expect(await it.keyNames()).not.toContain('Import from Resend')
})

test('Postmark: pages by number, layouts come first, and domains need the other token', async () => {
  it.service = await startPostmark()
  const without = await bring('postmark', ['--only', 'domains'])
  expect(without.json().by_hand).toEqual(['Domains: give the token of the account, too (POSTMARK_ACCOUNT_TOKEN).'])
  const result = await bring('postmark', [], { POSTMARK_ACCOUNT_TOKEN: KEY })
  const report = result.json()
  expect(kindsOf(report)).toEqual(SERVICES.postmark.brings)
  expect(counts(report)).toEqual({
    // An account has at most 100 domains.
    domains: [101, 100, 0, 1],
    templates: [103, 101, 0, 2],
    suppressions: [4, 3, 0, 1],
    webhooks: [1, 1, 0, 0],
  })
  expect(report.kinds.templates.failures).toEqual([
    { what: 'Unread', why: expect.stringContaining('includes another template') },
    { what: 'Template 8', why: 'Its layout unread is not here.' },
  ])
  const layout = await read('/templates/basic-1')
  expect(layout).toMatchObject({
    ...{ name: 'Basic', is_layout: true, subject: '', body_text: null },
    body_html: '{% if firm and firm != 0 and firm.size != 0 %}<b>{{ firm }}</b>: {{ content }}{% endif %}',
  })
  expect(await read('/templates/template-7')).toMatchObject({ layout_id: layout.id })
  expect((await read('/templates/template-0')).body_html).toBe(
    '{% for item1 in items %}<li>{{ item1.name }}: {{ item1.price | raw }}</li>{% endfor %}{% unless items and items != 0 and items.size != 0 %}None{% endunless %}',
  )
  expect(await read('/suppressions/c@example.com')).toMatchObject({ state: 'unsubscribed' })
  // The list of an archived stream may be gone. It is no reason to end the import, and is said.
  expect(report.kinds.suppressions.failures).toMatchObject([{ what: 'stream Archived' }])
  expect(report.remarks).toEqual([
    { kind: 'suppressions', what: 'stream Weekly', why: 'who has left it gets no marketing mail at all here' },
    {
      ...{ kind: 'webhooks', what: 'http://127.0.0.1:1029/postmark' },
      why: 'gets no user name and password here: check the signatures',
    },
    { kind: 'webhooks', what: 'http://127.0.0.1:1029/postmark', why: 'gets no header X-Key here' },
  ])
  expect((await read('/webhooks')).webhooks[0]).toMatchObject({ format: 'postmark' })
})

test('SendGrid: pages by token, helpers of Handlebars, and contacts by hand', async () => {
  it.service = await startSendgrid()
  const report = (await bring('sendgrid')).json()
  expect(kindsOf(report)).toEqual(SERVICES.sendgrid.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [2, 1, 0, 1],
    suppressions: [504, 504, 0, 0],
    lists: [1, 1, 0, 0],
    webhooks: [1, 1, 0, 0],
  })
  expect(report.kinds.templates.failures[0].why).toContain('formatDate')
  expect(report.by_hand[0]).toContain('Contacts')
  expect(await read('/suppressions/left-tips@example.com')).toMatchObject({ state: 'unsubscribed' })
  expect(report.remarks).toContainEqual({
    ...{ kind: 'suppressions', what: 'unsubscribe group Tips' },
    why: 'who has left it gets no marketing mail at all here',
  })
  expect((await read('/templates/d-1')).body_html).toBe(
    '{% if paid and paid != 0 and paid.size != 0 %}Paid{% else %}{% unless free and free != 0 and free.size != 0 %}Due{% endunless %}{% endif %}{% for item1 in rows %}{{ item1.name }}/{{ currency }}{% endfor %}{% if kind == "a" %}A{% endif %}',
  )
  expect((await read('/webhooks')).webhooks[0].event_types.toSorted()).toEqual(['bounced', 'complained'])
})

test('Mailgun: pages by link, members of lists, and webhooks by URL', async () => {
  it.service = await startMailgun()
  const report = (await bring('mailgun')).json()
  expect(kindsOf(report)).toEqual(SERVICES.mailgun.brings)
  expect(counts(report)).toEqual({
    domains: [1, 1, 0, 0],
    templates: [1, 1, 0, 0],
    suppressions: [4, 4, 0, 0],
    lists: [1, 1, 0, 0],
    contacts: [3, 3, 0, 0],
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
  it.service = await startSes()
  const credentials = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }
  Object.assign(process.env, credentials)
  try {
    const refusal = it.service.answers['/v2/email/list-identities']
    delete it.service.answers['/v2/email/list-identities']
    it.service.faults.push((response) => void response.writeHead(403).end('{"message":"Your token is invalid"}'))
    const args = ['import', 'ses', '--account', it.account, '--url', it.service.url, '--only', 'domains']
    const refused = await postlineHere({ ...it.app.settings, AWS_REGION: 'eu-west-1' }, ...args)
    expect(refused.stderr).toContain('error: Amazon SES could not be read: Your token is invalid')
    it.service.answers['/v2/email/list-identities'] = refusal
    const result = await postlineHere(
      { ...it.app.settings, AWS_REGION: 'eu-west-1' },
      ...['import', 'ses', '--account', it.account, '--url', it.service.url, '--json'],
    )
    expect(kindsOf(result.json())).toEqual(SERVICES.ses.brings)
    expect(counts(result.json())).toEqual({
      domains: [1, 1, 0, 0],
      templates: [1, 1, 0, 0],
      suppressions: [1, 1, 0, 0],
      lists: [3, 3, 0, 0],
      contacts: [4, 3, 0, 1],
    })
    expect(result.json().kinds.contacts.failures).toMatchObject([{ what: 'gone@example.com' }])
  } finally {
    for (const name of Object.keys(credentials)) delete process.env[name]
  }
  expect((await read('/templates/welcome-1')).body_html).toBe(
    '{% if vip and vip != 0 and vip.size != 0 %}<b>{{ name }}</b>{% endif %}',
  )
  const contact = async (email: string) => (await read(`/contacts?search=${email}`)).contacts[0]
  expect(await contact('ada@example.com')).toMatchObject({ status: 'unsubscribed', attributes: { plan: 'pro' } })
  const lists = await listsByName()
  expect(lists.get('Our offers')).toMatchObject({ is_topic: true, description: 'Now and then' })
  expect(await membersOf(lists.get('News'))).toEqual(['ada@example.com', 'bob@example.com', 'cleo@example.com'])
  expect(await membersOf(lists.get('Our offers'))).toEqual(['cleo@example.com'])
  expect(await membersOf(lists.get('Our rare'))).toEqual([])
  const { topics } = await read(`/contacts/${(await contact('bob@example.com')).id}/topics`)
  expect(
    topics.map(({ name, subscribed }: { name: string; subscribed: boolean }) => [name, subscribed]).toSorted(),
  ).toEqual([
    ['Our offers', false],
    ['Our rare', true],
  ])
})

test('a dry run reads everything, and writes nothing', async () => {
  it.service = await startResend(20)
  const collections = await it.app.app.models.domains.db.listCollections()
  const documents = async () => {
    const sizes = new Map<string, number>()
    for (const { name } of collections)
      sizes.set(name, await it.app.app.models.domains.db.collection(name).countDocuments({ account_id: it.account }))
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
  it.service = await startResend(5)
  it.service.faults.push(tooMany('1'), cut, (response) => void response.writeHead(503).end())
  const result = await bring('resend', ['--only', 'domains,lists'])
  expect(counts(result.json())).toEqual({ domains: [1, 1, 0, 0], lists: [2, 2, 0, 0] })
})

test('a wrong key says where it is from, and is not printed', async () => {
  it.service = await startResend()
  await writeFile('key.txt', 'another_key\n')
  const result = await bring('resend', ['--key-file', 'key.txt'])
  expect(result.code).toBe(1)
  expect(result.stderr).toContain('Resend answered 401 to GET /domains: check the key in key.txt.')
  expect(result.stdout + result.stderr).not.toContain('another_key')
})

test('keys go over TLS, to the service alone', async () => {
  it.service = await startResend()
  const plain = await postlineHere(
    { ...it.app.settings, RESEND_API_KEY: KEY },
    ...['import', 'resend', '--account', it.account, '--url', 'http://resend.example'],
  )
  expect(plain.stderr).toContain('--url must be an https URL')
  it.service.answers['/domains'] = { data: [], has_more: false }
  const mailgun = await startMailgun()
  mailgun.answers['/v3/lists/pages'] = {
    items: [{ address: 'a@b.example' }],
    paging: { next: 'http://evil.example/next' },
  }
  const foreign = await postlineHere(
    { ...it.app.settings, MAILGUN_API_KEY: KEY },
    ...['import', 'mailgun', '--account', it.account, '--url', mailgun.url, '--only', 'lists'],
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
  const result = await postlineHere(it.app.settings, ...args)
  expect(result.code).not.toBe(0)
  expect(result.stderr).toContain(reason)
})

test('an unknown account is said before anything is written', async () => {
  it.service = await startResend()
  const result = await postlineHere(
    { ...it.app.settings, RESEND_API_KEY: KEY },
    ...['import', 'resend', '--account', 'acc_00000000000000000000000000', '--url', it.service.url],
  )
  expect([result.code, it.service.asked]).toEqual([1, []])
})
