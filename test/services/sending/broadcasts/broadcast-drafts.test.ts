import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTemplate } from '../../../doors/cases/templates.js'
import { addContacts, addMembers, aListOf, people } from '../../../support/contacts.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const transport = recordingTransport()
let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const account = () => ({ ...app.app, accountId: app.accountId })
const content = { name: 'News', from_email: 'News <news@shop.test>', subject: 'Hello', body_text: 'Some news.' }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const call = (method: string, path: string, body?: unknown, key?: string) =>
  app.call(method, `/v1/broadcasts${path}`, { ...(body !== undefined && { body }), ...(key && { key }) })
const change = (id: string, body: unknown, key?: string) => call('PUT', `/${id}`, body, key)

async function create(overrides: Record<string, unknown> = {}, key?: string): Promise<string> {
  const list_id = overrides.list_id ?? (await aListOf(account(), []))
  const { status, body } = await call('POST', '', { ...content, list_id, ...overrides }, key)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const subjectsTo = (domain: string) =>
  transport.handed.filter(({ to }) => to[0]!.email.endsWith(domain)).map(({ subject }) => subject)

describe('a draft', () => {
  test('is changed field by field; what is not named stays', async () => {
    const list_id = await aListOf(account(), people(3, 'changed.example'))
    const id = await create({ reply_to: 'answers@shop.test', throttle_per_minute: 60, tracking: { opens: true } })
    const before = (await call('GET', `/${id}`)).body
    const { status, body } = await change(id, { subject: 'Hi', list_id })
    expect(status).toBe(200)
    const { updated_at, counts, ...same } = body
    const newer = { subject: 'Hi', list_id, revision: 1, updated_at: undefined, counts: undefined }
    expect(same).toEqual({ ...same, ...before, ...newer })
    expect(counts.total).toBe(3)
    expect(updated_at > before.updated_at).toBe(true)
    expect(
      await change(id, { reply_to: null, throttle_per_minute: null, tracking: null, from_email: null }),
    ).toMatchObject({
      body: {
        reply_to: [],
        throttle_per_minute: null,
        tracking: { opens: false, clicks: false },
        from_email: null,
        subject: 'Hi',
      },
    })
    expect((await call('GET', `/${id}`)).body).toMatchObject({ subject: 'Hi', status: 'draft', from_email: null })
  })

  test('changes between bodies of its own and a template, and is complete afterwards', async () => {
    const id = await create()
    const template_id = await aTemplate(app, { variables: [] })
    expectError(await change(id, { template_id }), 400, 'invalid_request', 'body_text')
    expectError(await change(id, { body_text: null }), 400, 'invalid_request', 'body_html')
    expect((await change(id, { template_id, subject: null, body_text: null })).body).toMatchObject({
      ...{ template_id, subject: null, body_html: null, body_text: null },
    })
    expectError(await change(id, { template_id: null, body_html: '<p>Hi</p>' }), 400, 'invalid_request', 'subject')
    expect((await change(id, { template_id: null, body_html: '<p>Hi</p>', subject: 'Hi' })).status).toBe(200)
  })

  test('keeps its name changeable when its template is gone', async () => {
    const template_id = await aTemplate(app, { variables: [] })
    const id = await create({ template_id, subject: undefined, body_text: undefined })
    await app.call('DELETE', `/v1/templates/${template_id}`)
    expect((await change(id, { name: 'Older news' })).body.name).toBe('Older news')
    expectError(await change(id, { scheduled_at: inAnHour() }), 404, 'template_not_found')
  })

  test('may lack a sender until it is scheduled, tested or sent, with the codes of a send', async () => {
    const none = await create({ from_email: undefined })
    const foreign = await create({ from_email: 'a@elsewhere.test' })
    for (const [id, code] of [
      [none, 'from_required'],
      [foreign, 'from_not_verified'],
    ] as const) {
      expectError(await change(id, { scheduled_at: inAnHour() }), 422, code)
      expectError(await call('POST', `/${id}/test`, { email: app.ownerEmail }), 422, code)
      expectError(await call('POST', `/${id}/send`), 422, code)
      expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'draft', scheduled_at: null })
    }
    const list_id = await aListOf(account(), [])
    const scheduled = { ...content, list_id, scheduled_at: inAnHour(), from_email: undefined }
    const refused = await call('POST', '', scheduled)
    expectError(refused, 422, 'from_required')
    expect(refused.body.error.message).toMatch(/ so from_email is required/)
  })

  test('is scheduled by a time, and no longer changed then', async () => {
    const id = await create()
    const at = inAnHour()
    expect((await change(id, { scheduled_at: at, subject: 'Later' })).body).toMatchObject({
      ...{ status: 'scheduled', scheduled_at: at, subject: 'Later' },
    })
    expectError(await change(id, { subject: 'Too late' }), 409, 'wrong_status')
    expect((await call('POST', `/${id}/cancel`)).body.status).toBe('canceled')
    expectError(await change(id, { subject: 'Too late' }), 409, 'wrong_status')
  })

  test('starts by itself when a change has scheduled it', async () => {
    const id = await create({ list_id: await aListOf(account(), people(1, 'starts.example')) })
    const { body } = await change(id, { scheduled_at: new Date(Date.now() + 50).toISOString(), subject: 'By itself' })
    expect(body.status).toBe('scheduled')
    await eventually('the mail', () => subjectsTo('starts.example').length === 1)
    expect(subjectsTo('starts.example')).toEqual(['By itself'])
  })

  test('is sent as it was changed last, or the change is refused: one of the two comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const domain = `race${round}.example`
      const id = await create({ list_id: await aListOf(account(), people(1, domain)), subject: 'Old' })
      const [changed, sent] = await Promise.all([change(id, { subject: 'New' }), call('POST', `/${id}/send`)])
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      expect([200, 409]).toContain(changed.status)
      await eventually('the mail', () => subjectsTo(domain).length === 1)
      expect(subjectsTo(domain)).toEqual([changed.status === 200 ? 'New' : 'Old'])
    }
  })

  test('is never sent with a sender that was not checked, though it is changed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await create()
      const [sent, changed] = await Promise.all([
        call('POST', `/${id}/send`),
        change(id, { from_email: 'a@elsewhere.test' }),
      ])
      expect(changed.status === 200 ? [sent.status, sent.body.error?.code] : [changed.status, sent.status]).toEqual(
        changed.status === 200 ? [422, 'from_not_verified'] : [409, 200],
      )
    }
  })

  test('keeps both of two changes at the same time', async () => {
    const id = await create()
    const names = Array.from({ length: 6 }, (_none, index) => ({ [index % 2 ? 'name' : 'subject']: `Change ${index}` }))
    const answers = await Promise.all(names.map((body) => change(id, body)))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { name, subject } = (await call('GET', `/${id}`)).body
    expect([name, subject]).toEqual([expect.stringMatching(/^Change [135]$/), expect.stringMatching(/^Change [024]$/)])
    expect((await app.app.models.broadcasts.findById(id).lean())?.revision).toBe(6)
  })

  test('is not changed by whoever has read an older revision', async () => {
    const id = await create()
    const { revision } = (await call('GET', `/${id}`)).body
    const answers = await Promise.all(['One', 'Other'].map((name) => change(id, { name, revision })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expectError(refused, 409, 'draft_changed')
    const { name } = answers.find(({ status }) => status === 200)!.body
    expect((await call('GET', `/${id}`)).body).toMatchObject({ name, revision: revision + 1 })
    expect((await change(id, { name: 'Third', revision: revision + 1 })).body).toMatchObject({ name: 'Third' })
  })

  test('is missing to other accounts, and to test keys unless one made it', async () => {
    const id = await create()
    const testKey = await app.testKey()
    expectError(await change(id, { name: 'x' }, (await anotherAccount(app)).key), 404, 'not_found')
    expectError(await change(id, { name: 'x' }, testKey), 404, 'not_found')
    const made = await create({}, testKey)
    expect((await change(made, { name: 'x' }, testKey)).body).toMatchObject({ name: 'x', test_mode: true })
    const [other] = [await aListOf({ ...account(), accountId: 'acc_other' }, [])]
    expectError(await change(id, { list_id: other }), 404, 'not_found', 'list_id')
  })

  test('that is changed is in the audit log', async () => {
    const id = await create()
    await change(id, { name: 'Noted' })
    const { body } = await app.call('GET', '/v1/audit-log?limit=1')
    expect(body.entries[0]).toMatchObject({ operation: 'broadcasts.update', target: id })
  })
})

describe('a test of a broadcast', () => {
  const test1 = (id: string, body: object, headers?: Record<string, string>) =>
    app.call('POST', `/v1/broadcasts/${id}/test`, { body, ...(headers && { headers }) })

  test('is one mail for an idempotency key, whatever becomes of the broadcast', async () => {
    const id = await create({ subject: 'Once' })
    const body = { email: 'a@once.example', idempotency_key: 'look-1' }
    const first = await test1(id, body)
    expect([first.status, first.body.idempotency_key, first.headers.get('idempotent-replayed')]).toEqual([
      201,
      'look-1',
      null,
    ])
    const again = await test1(id, { email: 'a@once.example' }, { 'Idempotency-Key': 'look-1' })
    await change(id, { subject: 'Twice' })
    await call('DELETE', `/${id}`)
    const last = await test1(id, body)
    for (const replay of [again, last]) {
      expect([replay.status, replay.body, replay.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
    }
    expectError(await test1(id, { ...body, email: 'b@once.example' }), 409, 'idempotency_key_reused')
    await eventually('the mail', () => subjectsTo('once.example').length > 0)
    expect(subjectsTo('once.example')).toEqual(['[Test] Once'])
  })

  test('is one mail for concurrent requests with one key, and one for each without', async () => {
    const id = await create({ subject: 'Together' })
    const body = { email: 'a@together.example', idempotency_key: 'look-2' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => test1(id, body)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    const others = await Promise.all([1, 2].map(() => test1(id, { email: 'a@together.example' })))
    expect(new Set(others.map((answer) => answer.body.id)).size).toBe(2)
  })

  test('shows a change of the draft', async () => {
    const id = await create({ subject: 'Before' })
    await test1(id, { email: 'a@fresh.example' })
    await change(id, { subject: 'After' })
    await test1(id, { email: 'a@fresh.example' })
    await eventually('both mails', () => subjectsTo('fresh.example').length === 2)
    expect(subjectsTo('fresh.example').toSorted()).toEqual(['[Test] After', '[Test] Before'])
  })

  test('is in the audit log, under the broadcast', async () => {
    const id = await create()
    await test1(id, { email: 'a@noted.example' })
    const { body } = await app.call('GET', '/v1/audit-log?limit=1')
    expect(body.entries[0]).toMatchObject({ operation: 'broadcasts.test', target: id })
  })
})

describe('a preview of a broadcast', () => {
  const NO_LINK = {
    variable: 'unsubscribe_url',
    message: expect.stringContaining('no link to unsubscribe'),
  }
  const preview = (id: string, body: object = {}) => call('POST', `/${id}/preview`, body)

  test('is the mail as a contact would get it', async () => {
    const [ada] = await addContacts(account(), [
      { email: 'ada@preview.example', first_name: 'Ada <3', attributes: { city: 'Rome' } },
    ])
    const id = await create({
      subject: 'For {{ first_name }}',
      body_html: '<p>{{ first_name }} in {{ city }} <a href="{{ unsubscribe_url }}">out</a></p>',
      body_text: null,
    })
    const { status, body } = await preview(id, { contact_id: ada })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      ...{ subject: 'For Ada <3', body_text: null, contact_id: ada, contacts_checked: 0, warnings: [] },
      sending_warnings: [],
      body_html: '<p>Ada &lt;3 in Rome <a href="#unsubscribe">out</a></p>',
    })
    expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'draft', counts: { sent: 0 } })
  })

  test('is that of the newest contact, or of somebody in an empty list, if none is named', async () => {
    const list_id = await aListOf(account(), people(3, 'newest.example'))
    const id = await create({ list_id, subject: '{{ email }}' })
    expect((await preview(id)).body).toMatchObject({ subject: 'person2@newest.example', contacts_checked: 3 })
    const empty = await create({ subject: '{{ first_name }}' })
    expect((await preview(empty)).body).toMatchObject({ subject: 'Ada', contact_id: null, contacts_checked: 0 })
  })

  test('looks for members of a dynamic list among the newest contacts, and says so if it finds none', async () => {
    const own = await anotherAccount(app, 'many@elsewhere.test')
    const as = { key: own.key }
    const theirs = { ...app.app, accountId: own.accountId }
    await addContacts(theirs, [{ email: 'old@many.example', attributes: { plan: 'pro' } }])
    await addContacts(theirs, people(9_000, 'many.example'))
    const conditions = [{ attribute: 'plan', op: 'equals', value: 'pro' }]
    const filter = { match: 'all', conditions }
    const { id: list_id } = (await app.call('POST', '/v1/contact-lists', { ...as, body: { name: 'Pro', filter } })).body
    const body = { list_id, subject: '{{ first_name }} {{ city }}', body_text: '{{ unsubscribe_url }}' }
    const shown = async () => (await app.call('POST', '/v1/broadcasts/preview', { ...as, body })).body
    const none = expect.stringContaining('None of the newest contacts of the account is in the list')
    expect(await shown()).toMatchObject({
      ...{ subject: 'Ada', contact_id: null, contacts_checked: 0 },
      warnings: [{ variable: 'city', message: none }],
    })
    await addContacts(theirs, [{ email: 'new@many.example', attributes: { plan: 'pro' } }])
    const one = 'The newest contact of the list does not have it.'
    expect(await shown()).toMatchObject({
      ...{ subject: '', contacts_checked: 1 },
      warnings: [
        { variable: 'first_name', message: one },
        { variable: 'city', message: one },
      ],
    })
  })

  test('is the same before the broadcast is created, which stores nothing', async () => {
    const list_id = await aListOf(account(), people(3, 'unmade.example'))
    const fields = { list_id, subject: 'For {{ first_name }} {{ oops }}', body_html: '<p>{{ email }}</p>' }
    const { status, body } = await call('POST', '/preview', fields)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ body_html: '<p>person2@unmade.example</p>', contacts_checked: 3 })
    expect(body).toEqual((await preview(await create({ ...fields, body_text: undefined }))).body)
    const before = await app.app.models.broadcasts.countDocuments()
    const [ada] = await addContacts(account(), [{ email: 'ada@unmade.example', first_name: 'Ada' }])
    expect((await call('POST', '/preview', { ...fields, contact_id: ada })).body).toMatchObject({ subject: 'For Ada' })
    expect(await app.app.models.broadcasts.countDocuments()).toBe(before)
  })

  test('shows no list, contact or template of another account', async () => {
    const other = await anotherAccount(app, 'unmade@elsewhere.test')
    const list_id = await aListOf(account(), people(1, 'secret.example'))
    const [contact_id] = await addContacts(account(), [{ email: 'secret@unmade.example' }])
    const theirs = await aListOf({ ...app.app, accountId: other.accountId }, people(1, 'theirs.example'))
    const fields = { subject: 'x', body_text: 'x' }
    expectError(await call('POST', '/preview', { ...fields, list_id }, other.key), 404, 'not_found', 'list_id')
    const asked = await call('POST', '/preview', { ...fields, list_id: theirs, contact_id }, other.key)
    expectError(asked, 404, 'not_found', 'contact_id')
    const template_id = await aTemplate(app)
    const shown = await call('POST', '/preview', { list_id: theirs, template_id }, other.key)
    expectError(shown, 404, 'template_not_found')
  })

  test('warns of variables that no contact of the list has', async () => {
    const list_id = await aListOf(account(), [
      { email: 'a@warned.example', first_name: 'Ada', attributes: { city: 'Rome' } },
      { email: 'b@warned.example', attributes: { order: { id: 5 } as never } },
    ])
    const text =
      '{{ first_name }} {{ last_name }} {{ city }} {{ order.id }} {{ cty }} {{ email }} {{ preferences_url }}' +
      '{% assign own = 1 %}{{ own }}{% for one in many %}{{ one }}{{ forloop.index }}{% endfor %}'
    const id = await create({ list_id, subject: '{{ frist_name }}!', body_text: text })
    const { body } = await preview(id)
    expect(body.warnings.map(({ variable }: { variable: string }) => variable).toSorted()).toEqual(
      ['cty', 'frist_name', 'last_name', 'many'].toSorted(),
    )
    expect(body.warnings[0].message).toBe('No contact of the list has it.')
  })

  test('warns where a variable that nobody has leaves nothing, also of an empty list', async () => {
    const content = { subject: '{{ x }}', body_text: '{{ first_name }} {{ email }}' }
    const { status, body } = await preview(await create(content))
    expect(status, JSON.stringify(body)).toBe(200)
    const warning = { variable: 'x', message: 'The list has no contacts, so nobody has it yet.' }
    expect(body).toMatchObject({ subject: '', contact_id: null, contacts_checked: 0, warnings: [warning, NO_LINK] })
    const list_id = await aListOf(account(), people(1, 'nothing.example'))
    const known = (await preview(await create({ ...content, list_id }))).body
    expect(known).toMatchObject({
      subject: '',
      warnings: [{ variable: 'x', message: 'No contact of the list has it.' }, NO_LINK],
    })
    // Others have it, so nothing but the refusal says that this one gets no mail.
    await addMembers(
      account(),
      list_id,
      await addContacts(account(), [{ email: 'y@x.example', attributes: { x: 'X' } }]),
    )
    const [lacks] = await addContacts(account(), [{ email: 'z@x.example' }])
    expectError(await preview(await create({ ...content, list_id }), { contact_id: lacks }), 422, 'template_error')
  })

  test('does not warn of variables with a default, and says whom a required variable is missing to', async () => {
    const template_id = await aTemplate(app)
    const list_id = await aListOf(account(), [{ email: 'a@default.example', attributes: { order: '5' } }])
    const id = await create({ list_id, template_id, subject: undefined, body_text: undefined })
    expect((await preview(id)).body).toMatchObject({ subject: 'Order 5', warnings: [NO_LINK] })
    const [lacks] = await addContacts(account(), [{ email: 'b@default.example' }])
    expectError(await preview(id, { contact_id: lacks }), 400, 'missing_variable', 'template_vars.order')
  })

  test('shows a change at once', async () => {
    const id = await create({ subject: 'Before' })
    expect((await preview(id)).body.subject).toBe('Before')
    await change(id, { subject: 'After' })
    expect((await preview(id)).body.subject).toBe('After')
  })

  test('warns of a spend cap that would stop it, and of a plan that includes less, but not test keys', async () => {
    const own = await anotherAccount(app, 'limits@elsewhere.test')
    const as = { key: own.key }
    const list_id = await aListOf({ ...app.app, accountId: own.accountId }, people(5, 'limits.example'))
    const body = { name: 'News', list_id, subject: 'News', body_text: '{{ unsubscribe_url }}' }
    const { id } = (await app.call('POST', '/v1/broadcasts', { ...as, body })).body
    const warned = async () =>
      (await app.call('POST', `/v1/broadcasts/${id}/preview`, { ...as, body: {} })).body.sending_warnings
    const cap = (mails: number) =>
      app.call('PUT', '/v1/spend-caps', {
        ...as,
        body: { hard_limit_micros: mails * app.app.config.pricePerEmailMicros },
      })
    expect(await warned()).toEqual([])
    await cap(5)
    expect(await warned()).toEqual([])
    await cap(4)
    expect(await warned()).toEqual([
      { code: 'over_spend_cap', message: expect.stringMatching(/room for 4 mails .* the list has 5 contacts/) },
    ])
    await cap(5)
    const subscription = {
      ...{ id: 'sub_1', status: 'active' as const, price_id: 'price_1', plan: 'starter' as const },
      ...{ period: 'month' as const, period_start: new Date(), period_end: new Date('2030-01-01'), cancels: false },
      created_at: new Date(),
    }
    const start = new Date()
    // The month has counted 9,996 mails since the pool began.
    const pool = { subscription_id: 'sub_1', start, used_before: 0 }
    const ids = { customer_id: null, session_id: null, version: 1 }
    await app.app.models.billing.collection.insertOne({ _id: own.accountId, ...ids, subscription, pool })
    expect(await warned()).toEqual([])
    const month = `${own.accountId}:${start.toISOString().slice(0, 7)}`
    await app.app.models.usage.collection.updateOne({ _id: month }, { $set: { count: 9_996 } })
    expect(await warned()).toEqual([
      { code: 'over_plan', message: expect.stringMatching(/includes 4 mails more until 2030-01-01/) },
    ])
    const key = await app.testKey()
    await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 0 } })
    const mine = await create({ list_id: await aListOf(account(), people(1, 'free.example')) }, key)
    expect((await call('POST', `/${mine}/preview`, {}, key)).body.sending_warnings).toEqual([])
    expect((await call('POST', `/${mine}/preview`, {})).body.sending_warnings).toEqual([])
    await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: null } })
  })

  test('shows changes that are not stored, of the content and of the list', async () => {
    const list_id = await aListOf(account(), people(1, 'unsaved.example'))
    const id = await create()
    const changes = { list_id, subject: 'For {{ email }}', body_text: null, body_html: '<p>{{ cty }}!</p>' }
    const { status, body } = await preview(id, { changes })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ subject: 'For person0@unsaved.example', body_html: '<p>!</p>', contacts_checked: 1 })
    expect(body.warnings.map(({ variable }: { variable: string }) => variable)).toEqual(['cty', 'unsubscribe_url'])
    // Twice, because sources are remembered by their revision.
    const again = { changes: { subject: 'Again', body_text: 'Else' } }
    expect((await preview(id, again)).body).toMatchObject({ subject: 'Again', body_text: 'Else' })
    const template_id = await aTemplate(app, { variables: [], subject: 'Of a template' })
    const other = await preview(id, { changes: { template_id, subject: null, body_text: null } })
    expect(other.body).toMatchObject({ subject: 'Of a template' })
    expect((await preview(id)).body).toMatchObject({ subject: 'Hello', body_text: 'Some news.' })
  })

  test('says where changes are broken, and refuses those that leave no source or name no list', async () => {
    const id = await create()
    const broken = await preview(id, { changes: { body_html: '<p>Hello</p>\n<p>{{ first_name | shout }}</p>' } })
    expectError(broken, 400, 'invalid_template', 'changes.body_html')
    expect(broken.body.error.message).toMatch(/line 2, column \d+/)
    expectError(await preview(id, { changes: { body_text: null } }), 400, 'invalid_request', 'changes.body_html')
    expectError(await preview(id, { changes: { list_id: 'cl_none' } }), 404, 'not_found', 'changes.list_id')
    const foreign = await aListOf({ ...account(), accountId: 'acc_other' }, [])
    expectError(await preview(id, { changes: { list_id: foreign } }), 404, 'not_found', 'changes.list_id')
  })

  test('does not show contacts of other accounts', async () => {
    const [foreign] = await addContacts({ ...account(), accountId: 'acc_other' }, [{ email: 'x@foreign.example' }])
    expectError(await preview(await create(), { contact_id: foreign }), 404, 'not_found', 'contact_id')
  })
})
