import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Stores a file. Returns its key. */
async function store(csv: string | Uint8Array, key = app.adminKey): Promise<string> {
  const response = await fetch(`${app.url}/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: csv as BodyInit,
  })
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(201)
  return body.storage_key
}
const start = (body: unknown) => app.call('POST', '/v1/contacts/import', { body })
const importFile = async (csv: string | Uint8Array, more: object = {}) =>
  (await start({ storage_key: await store(csv), ...more })).body
const contact = async (email: string) =>
  (await app.call('GET', `/v1/contacts?search=${encodeURIComponent(email)}`)).body.contacts[0]
const aList = async (body: object = { name: 'A' }): Promise<string> =>
  (await app.call('POST', '/v1/contact-lists', { body })).body.id
const count = async (list: string) => (await app.call('GET', `/v1/contact-lists/${list}`)).body.member_count

const finished = (id: string) =>
  eventually(
    'the import ends',
    async () => {
      const { body } = await app.call('GET', `/v1/contacts/imports/${id}`)
      return body.status && body.status !== 'running' ? body : null
    },
    120_000,
  )

describe('a small file', () => {
  test('with a variable that templates reserve has an error in each row with a value for it', async () => {
    const file = 'email,unsubscribe_url\nlink@reserved.example,https://x.example/\nnone@reserved.example,\n'
    const { imported, errors } = await importFile(file)
    const reason = 'attributes.unsubscribe_url: is reserved: choose another name'
    expect([imported, errors]).toEqual([1, [{ row: 2, email: 'link@reserved.example', reason }]])
  })

  test('is imported in the response, and every bad row named', async () => {
    const { status, body } = await start({
      storage_key: await store(
        [
          'Email,First Name,Surname,Plan,No. of seats,VIP',
          'Ada@Small.example,Ada,Lovelace,pro,5,true',
          'nobody,,,,,',
          '',
          '"bob@small.example","Bob ""B""","line\r\nbreak",,007,false',
          'ADA@small.example,Again,,,,',
          '"cyd@small.example,,,,,',
          'dan@small.example,,,,1.50,',
        ].join('\r\n'),
      ),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'done', processed: 6, imported: 2, skipped: 4, list_id: null, failure: null })
    expect(body.errors).toEqual([
      { row: 3, email: 'nobody', reason: 'email: must be a valid address, like user@example.com' },
      {
        ...{ row: 5, email: 'bob@small.example' },
        reason: 'last_name: must not contain control characters or text direction marks',
      },
      { row: 6, email: 'ADA@small.example', reason: 'duplicate_contact' },
      { row: 7, email: '', reason: 'has a quoted value that does not end' },
    ])
    expect(await contact('ada@small.example')).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'Lovelace', status: 'subscribed' },
      attributes: { plan: 'pro', no_of_seats: 5, vip: true },
    })
    // Only what is written exactly like a number is one.
    expect(await contact('dan@small.example')).toMatchObject({ first_name: null, attributes: { no_of_seats: '1.50' } })
    expect((await app.call('GET', `/v1/contacts/imports/${body.id}`)).body).toEqual(body)
  })

  const table = (name: string) => `email,first_name\n${name}@forms.example,"Zoë, the first"`
  test.each([
    ['semicolons', 'a', Buffer.from('email;first_name\na@forms.example;Zoë, the first')],
    ['tabs', 'b', Buffer.from('e-mail\tfirst_name\nb@forms.example\tZoë, the first')],
    ['a byte order mark', 'c', Buffer.from(`\ufeff${table('c')}`)],
    ['UTF-16 LE', 'd', Buffer.from(`\ufeff${table('d')}`, 'utf16le')],
    ['UTF-16 BE', 'e', Buffer.from(`\ufeff${table('e')}`, 'utf16le').swap16()],
  ])('may have %s', async (_what, name, file) => {
    expect(await importFile(file)).toMatchObject({ status: 'done', imported: 1, skipped: 0 })
    expect(await contact(`${name}@forms.example`)).toMatchObject({ first_name: 'Zoë, the first', attributes: {} })
  })

  test('has columns that mean what the caller says', async () => {
    const file = 'Kontakt;Vorname;Firma;intern\nada@columns.example;Ada;ACME;secret'
    const columns = { Kontakt: 'email', Vorname: 'first_name', Firma: 'company', intern: null }
    expect(await importFile(file, { columns })).toMatchObject({ imported: 1 })
    expect(await contact('ada@columns.example')).toMatchObject({ first_name: 'Ada', attributes: { company: 'ACME' } })
  })

  test('changes no contact that exists', async () => {
    await app.call('POST', '/v1/contacts', { body: { email: 'kept@example.com', first_name: 'Kept' } })
    const { imported, errors } = await importFile('email,first_name\nkept@example.com,Other')
    expect([imported, errors]).toEqual([0, [{ row: 2, email: 'kept@example.com', reason: 'duplicate_contact' }]])
    expect((await contact('kept@example.com')).first_name).toBe('Kept')
  })

  test('is added to a list, with contacts that exist; members are skipped', async () => {
    const list = await aList()
    const { body } = await app.call('POST', '/v1/contacts', { body: { email: 'member@lists.example' } })
    await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id: body.id } })
    await app.call('POST', '/v1/contacts', { body: { email: 'exists@lists.example' } })
    const rows = ['member', 'exists', 'new', 'new', 'exists'].map((name) => `${name}@lists.example`)
    const result = await importFile(['email', ...rows].join('\n'), { list_id: list })
    expect(result).toMatchObject({ list_id: list, processed: 5, imported: 1, added_to_list: 1, updated: 0, skipped: 3 })
    expect(result.errors).toEqual([
      { row: 2, email: 'member@lists.example', reason: 'duplicate_member' },
      { row: 5, email: 'new@lists.example', reason: 'duplicate_member' },
      { row: 6, email: 'exists@lists.example', reason: 'duplicate_member' },
    ])
    expect(await count(list)).toBe(3)
  })

  test('updates contacts that exist, as far as it says something, and counts them', async () => {
    const attributes = { plan: 'free', seats: 2 }
    const ada = { email: 'ada@updates.example', first_name: 'Ada', last_name: 'Byron', attributes }
    await app.call('POST', '/v1/contacts', { body: ada })
    const many = Object.fromEntries(Array.from({ length: 50 }, (_none, index) => [`a${index}`, 1]))
    await app.call('POST', '/v1/contacts', { body: { email: 'full@updates.example', attributes: many } })
    const list = await aList()
    const file = [
      'email,first_name,last_name,plan,city',
      'ADA@updates.example,,Lovelace,pro,',
      'new@updates.example,New,,free,Tartu',
      'full@updates.example,Full,,pro,',
      'new@updates.example,Newer,,,',
    ].join('\n')
    const result = await importFile(file, { list_id: list, on_duplicate: 'update' })
    expect(result).toMatchObject({ on_duplicate: 'update', processed: 4, imported: 1, updated: 2, added_to_list: 0 })
    expect(result.errors).toEqual([
      { row: 4, email: 'full@updates.example', reason: expect.stringContaining('at most 50') },
    ])
    const changed = { ...ada, last_name: 'Lovelace', attributes: { plan: 'pro', seats: 2 } }
    expect(await contact('ada@updates.example')).toMatchObject(changed)
    expect(await contact('new@updates.example')).toMatchObject({ first_name: 'Newer', attributes: { city: 'Tartu' } })
    expect(await count(list)).toBe(3)
    const found = await app.call('GET', '/v1/contacts?search=lovelace+updates.example')
    expect(found.body.contacts).toEqual([expect.objectContaining({ email: 'ada@updates.example' })])
  })

  test.each([
    ['E-Mail-Adresse', 'Vorname', 'Nachname'],
    ['Email Address', 'First Name', 'Last Name'],
    ['Adresse e-mail', 'Prénom', 'Nom de famille'],
    ['address', 'Given name', 'Surname'],
    ['Recipient', 'Forename', 'Family name'],
    ['Sähköposti', 'Etunimi', 'Sukunimi'],
  ])('is understood with the columns %s, %s and %s', async (address, first, last) => {
    const email = `${first.length}-${last.length}-${address.length}@columns.example`
    const text = `sep=;\n${address};${first};${last}\n${email};Zo\u00eb;M\u00fcller\n`
    expect(await importFile(Buffer.from(text, 'latin1'))).toMatchObject({ imported: 1, skipped: 0 })
    expect(await contact(email)).toMatchObject({ first_name: 'Zoë', last_name: 'Müller' })
  })

  test('has attributes in Latin letters, whatever the letters of its columns', async () => {
    await importFile('email,Straße,Größe,Łódź,Smørrebrød,Œuvre\nletters@columns.example,a,b,c,d,e')
    const attributes = { strasse: 'a', grosse: 'b', lodz: 'c', smorrebrod: 'd', oeuvre: 'e' }
    expect((await contact('letters@columns.example')).attributes).toEqual(attributes)
    const refused = await start({ storage_key: await store('email,Имя\na@example.com,x') })
    expect(refused.body.error.message).toContain('"Имя" is: name its attribute, or leave it out with null')
    expect(await importFile('email,Имя\nnamed@columns.example,Ада', { columns: { Имя: 'first_name' } })).toMatchObject({
      imported: 1,
    })
  })

  test('may have an address besides that is none of mail', async () => {
    await importFile('email,address\nstreet@columns.example,1 Main Street')
    expect((await contact('street@columns.example')).attributes).toEqual({ address: '1 Main Street' })
  })

  test('imported several times at once makes each contact once', async () => {
    const rows = Array.from({ length: 500 }, (_none, index) => `u${index}@rush.example`)
    const [key, list] = [await store(['email', ...rows].join('\n')), await aList()]
    const answers = await Promise.all([1, 2, 3].map(() => start({ storage_key: key, list_id: list })))
    const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0)
    expect([sum('imported'), sum('added_to_list') + sum('skipped')]).toEqual([500, 1_000])
    expect(await count(list)).toBe(500)
    expect(await app.app.models.contacts.countDocuments({ search: 'rush.example' })).toBe(500)
  })
})

describe('a file that says who gets no mail', () => {
  const entry = async (email: string) =>
    (await app.call('GET', `/v1/suppressions/${encodeURIComponent(email)}`)).body as { state: string; reason: string }
  const suppress = (email: string, state: string) =>
    app.call('POST', '/v1/suppressions/import', { body: { entries: [{ email, state, reason: 'before' }] } })

  test('puts them on the suppression list, as a contacts export of Resend does', async () => {
    const list = await aList()
    await app.call('POST', '/v1/contacts', { body: { email: 'old@told.example' } })
    const file = [
      'id,email,first_name,last_name,unsubscribed,created_at',
      '1,Out@Told.example,Ada,Lovelace,true,2026-01-01',
      '2,in@told.example,,,false,2026-01-01',
      '3,empty@told.example,,,,2026-01-01',
      '4,old@told.example,,,true,2026-01-01',
      '5,unsure@told.example,,,maybe,2026-01-01',
      'x@told.example,nobody,,,true,',
    ].join('\n')
    const result = await importFile(file, { list_id: list })
    expect(result).toMatchObject({ processed: 6, imported: 3, added_to_list: 1, skipped: 2, suppressed: 2 })
    expect(result.errors[0]).toEqual({
      ...{ row: 6, email: 'unsure@told.example' },
      reason: 'unsubscribed: is neither true nor false nor a date: "maybe"',
    })
    const statuses = await Promise.all(
      ['out', 'in', 'empty', 'old'].map(async (name) => (await contact(`${name}@told.example`)).status),
    )
    expect(statuses).toEqual(['unsubscribed', 'subscribed', 'subscribed', 'unsubscribed'])
    expect((await contact('out@told.example')).attributes).toEqual({ id: 1, created_at: '2026-01-01' })
    expect(await contact('unsure@told.example')).toBeUndefined()
    expect(await count(list)).toBe(4)
  })

  test('never weakens what is on the list, and takes nobody off it', async () => {
    await suppress('strong@told.example', 'suppressed')
    await suppress('weak@told.example', 'unsubscribed')
    await suppress('off@told.example', 'unsubscribed')
    const file = [
      'email,Unsubscribed,Status',
      'strong@told.example,true,',
      'weak@told.example,,bounced',
      'off@told.example,false,active',
      'twice@told.example,,bounced',
      'twice@told.example,true,',
      'word@told.example,,Unsubscribed',
      'lead@told.example,,Lead',
    ].join('\n')
    expect(await importFile(file)).toMatchObject({ processed: 7, suppressed: 5 })
    expect(await entry('strong@told.example')).toMatchObject({ state: 'suppressed', reason: 'before' })
    expect(await entry('weak@told.example')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
    expect(await entry('off@told.example')).toMatchObject({ state: 'unsubscribed', reason: 'before' })
    expect(await entry('twice@told.example')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
    expect(await contact('word@told.example')).toMatchObject({ status: 'unsubscribed' })
    expect(await contact('lead@told.example')).toMatchObject({ status: 'subscribed', attributes: { status: 'Lead' } })
  })

  test('does so by what the caller calls its columns, and not where they are only attributes', async () => {
    const columns = { Abgemeldet: 'unsubscribed', unsubscribed: null, Zustand: 'status' }
    const file = 'email,Abgemeldet,unsubscribed,Zustand\na@called.example,1,false,\nb@called.example,0,true,spam'
    expect(await importFile(file, { columns })).toMatchObject({ imported: 2, suppressed: 2 })
    expect((await contact('a@called.example')).status).toBe('unsubscribed')
    expect((await contact('b@called.example')).status).toBe('suppressed')
    const named = 'email,attributes.status,attributes.unsubscribed\nc@called.example,bounced,true'
    expect(await importFile(named)).toMatchObject({ imported: 1, suppressed: 0 })
    const kept = { status: 'subscribed', attributes: { status: 'bounced', unsubscribed: true } }
    expect(await contact('c@called.example')).toMatchObject(kept)
  })
})

describe('an import is refused', () => {
  test.each([
    ['no column of addresses', 'name,plan\nAda,pro', {}, 'columns'],
    ['two columns of addresses', 'email,mail\na@example.com,b@example.com', {}, 'columns'],
    ['a column without a possible name', 'email,名前\na@example.com,x', {}, 'columns'],
    ['a column that does not exist', 'email\na@example.com', { columns: { Firma: 'company' } }, 'columns.Firma'],
    ['an impossible attribute', 'email,x\na@example.com,1', { columns: { x: '$where' } }, 'columns.x'],
    ['too many attributes', `email,${Array.from({ length: 51 }, (_n, i) => `a${i}`)}\na@example.com`, {}, 'columns'],
    ['blank lines alone', '\n\n', {}, 'storage_key'],
    ['what is no text', Buffer.from([0x61, 0xff, 0x81, 0x0a]), {}, 'storage_key'],
  ])('with %s, naming the field', async (_what, file, more, field) => {
    expectError(await start({ storage_key: await store(file), ...more }), 400, 'invalid_request', field)
  })

  test('for letters of two encodings, naming the line', async () => {
    const rows = Array.from({ length: 50 }, (_none, index) => `u${index}@mixed.example,Jürgen\n`).join('')
    const file = Buffer.concat([
      Buffer.from(`email,first_name\n${rows}m@mixed.example,`),
      Buffer.from('M\xfcller', 'latin1'),
    ])
    const refused = await start({ storage_key: await store(file) })
    expectError(refused, 400, 'invalid_request', 'storage_key')
    expect(refused.body.error.message).toContain('in line 52')
    expect(await contact('u0@mixed.example')).toBeUndefined()
  })

  test('without addresses, with the columns that it has', async () => {
    const names = ['name', 'x'.repeat(100), ...Array.from({ length: 30 }, (_none, index) => `c${index}`)]
    const { body } = await start({ storage_key: await store(`${names}\nAda`) })
    expect(body.error.message).toContain(`The file has "name", "${'x'.repeat(64)}", "c0"`)
    expect(body.error.message).toMatch(/"c17" and 12 more$/)
  })

  test('with more columns than it may have, before they are compared with each other', async () => {
    const names = Array.from({ length: 18_000 }, (_none, index) => `c${index.toString(36)}`)
    const { body } = await start({ storage_key: await store(`email,${names}\nada@example.com`) })
    expect(body.error.message).toContain('columns: must be at most 200, and the file has 18,001. Leave some out')
  })

  test('for a file of another account, as for any key outside of the own', async () => {
    const other = await anotherAccount(app, 'other@elsewhere.test')
    const theirs = await store('email\na@example.com', other.key)
    expect(theirs.startsWith(`imports/${other.accountId}/`)).toBe(true)
    for (const storage_key of [
      theirs,
      'imports/',
      'raw/x',
      `imports/${app.accountId}`,
      `../imports/${app.accountId}/x`,
    ]) {
      expectError(await start({ storage_key }), 403, 'forbidden')
    }
    expectError(await start({ storage_key: `imports/${app.accountId}/unknown` }), 404, 'not_found')
    const up = theirs.slice('imports/'.length)
    expectError(await start({ storage_key: `imports/${app.accountId}/../${up}` }), 404, 'not_found')
  })

  test('for a list that is unknown, of another account or dynamic', async () => {
    const key = await store('email\na@example.com')
    const other = await anotherAccount(app, 'lists@elsewhere.test')
    const theirs = await call(app.url, 'POST', '/v1/contact-lists', { key: other.key, body: { name: 'B' } })
    expectError(await start({ storage_key: key, list_id: 'cl_unknown' }), 404, 'not_found')
    expectError(await start({ storage_key: key, list_id: theirs.body.id }), 404, 'not_found')
    const filter = { match: 'all', conditions: [{ field: 'email', op: 'exists' }] }
    const dynamic = await aList({ name: 'D', filter })
    const refused = await start({ storage_key: key, list_id: dynamic })
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain('list_id: ')
  })

  test('of another account', async () => {
    const { id } = await importFile('email\nx@own.example')
    const other = await anotherAccount(app, 'imports@elsewhere.test')
    expectError(await call(app.url, 'GET', `/v1/contacts/imports/${id}`, { key: other.key }), 404, 'not_found')
  })
})

describe('a file of 12,000 rows', () => {
  test('is imported by a worker, with its progress, into a list', async () => {
    const rows = Array.from({ length: 12_000 }, (_none, index) => {
      const email = index % 1_000 === 999 ? `bad ${index}` : `user${index}@large.example`
      return `${email},User,"Number, ${index}",${index}`
    })
    const list = await aList()
    const storage_key = await store(['email,first_name,last_name,number', ...rows].join('\n'))
    const { status, body } = await start({ storage_key, list_id: list })
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'running', processed: 0, imported: 0, skipped: 0, errors: [] })
    const between = await eventually('progress', async () => {
      const { body: now } = await app.call('GET', `/v1/contacts/imports/${body.id}`)
      return now.processed > 0 ? now : null
    })
    expect(between.processed).toBe(between.imported + between.skipped)
    const end = await finished(body.id)
    expect(end).toMatchObject({ status: 'done', processed: 12_000, imported: 11_988, skipped: 12, failure: null })
    expect(end.errors).toHaveLength(12)
    expect(end.errors[0]).toMatchObject({ row: 1_001, email: 'bad 999' })
    expect(await count(list)).toBe(11_988)
    expect(await contact('user7777@large.example')).toMatchObject({ attributes: { number: 7_777 } })
    const again = await start({ storage_key })
    const repeat = await finished(again.body.id)
    expect(repeat).toMatchObject({ imported: 0, skipped: 12_000 })
    // All are counted, and the first are named.
    expect(repeat.errors).toHaveLength(1_000)
    expect(repeat.errors.at(-1).row).toBe(1_001)
  })
})

describe('an import fails and says so', () => {
  /** An import that a worker takes up when it is due. */
  async function anImport(storage_key: string, list_id: string | null): Promise<string> {
    const _id = app.app.newId('contactImport')
    await app.app.models.contactImports.collection.insertOne({
      ...{ _id, account_id: app.accountId, blob_key: storage_key.replace(`${app.accountId}/`, ''), list_id },
      ...{ columns: [{ at: 0, to: 'email' }], status: 'running', position: 1, imported: 0, skipped: 0 },
      ...{ row_errors: [], failure: null, updated_at: new Date(), process_at: new Date(), crashes: 0 },
    })
    return _id
  }

  test('if its list was deleted on the way', async () => {
    const [key, list] = [await store('email\nu@gone.example'), await aList()]
    await app.call('DELETE', `/v1/contact-lists/${list}`)
    const end = await finished(await anImport(key, list))
    expect(end).toMatchObject({ status: 'failed', imported: 0, failure: 'The list was deleted.' })
  })

  test('if its file was deleted on the way', async () => {
    const key = await store('email\nu@gone.example')
    await app.app.models.blobs.deleteMany({ kind: 'imports' })
    const end = await finished(await anImport(key, null))
    expect(end).toMatchObject({ status: 'failed', failure: 'The file is no longer stored.' })
  })

  test('if its file ends in what is no text, and keeps what was before', async () => {
    const rows = Array.from({ length: 2_500 }, (_none, index) => `u${index}@half.example`)
    const key = await store(
      Buffer.concat([Buffer.from(`email\n${rows.join('\n')}\n`), Buffer.from([0x81, 0xfe, 0xff])]),
    )
    const end = await finished(await anImport(key, null))
    expect(end).toMatchObject({
      status: 'failed',
      failure: 'The rest of the file is no text in the encoding in which it begins.',
    })
    expect(await app.app.models.contacts.countDocuments({ search: 'half.example' })).toBe(end.imported)
  })
})
