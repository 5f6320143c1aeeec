import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailSearch } from '../../../../src/services/mail-app/search/mail-search.js'
import { searchThreads } from '../../../../src/services/mail-app/search/thread-search.js'
import { completed } from '../../../../src/services/mail-app/threads/thread-state.js'
import { viewerOf } from '../../../../src/services/platform/mail-reach.js'
import { receiveMail } from '../../../support/file-mail.js'
import { fuzzRuns } from '../../../support/fuzz-runs.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
const threads: Record<string, string> = {}
const pdf = [{ filename: 'Bill March.pdf', content_type: 'application/pdf', content: Buffer.from('x') }]
const at = (day: string) => new Date(`${day}T12:00:00Z`)

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  const receive = async (name: string, mail: Parameters<typeof receiveMail>[1]) => {
    threads[name] = (await receiveMail(app, { subject: name, ...mail })).threadId
  }
  await receive('apple', {
    from: 'Ada Lovelace <ada@example.com>',
    text: 'the quick brown fox',
    occurredAt: at('2026-03-01'),
  })
  await receive('banana', {
    ...{ from: 'bo@example.org', text: 'the brown quick fox costs 10 €', files: pdf, occurredAt: at('2026-03-02') },
    ...{ messageId: 'Banana.1@example.org', sizeBytes: 50_000 },
  })
  await receive('cherry', {
    from: 'cy@example.net',
    to: ['ada@example.com', 'sales@shop.test'],
    at: 'sales@shop.test',
    text: 'fox',
    occurredAt: at('2026-03-03'),
  })
  await receive('date', {
    ...{ from: 'Jürgen Müßig <jm@buero.example>', subject: 'Ärger mit dem Café', text: 'Die Straße ist überfüllt.' },
    ...{ files: [{ ...pdf[0]!, filename: 'Überblick.pdf' }], occurredAt: at('2025-01-01') },
  })
  await receive('elder', {
    ...{
      from: 'jm@example.org',
      subject: 'Aerger',
      text: 'Die Strasse. Juergen sagt: naive Ideen',
      occurredAt: at('2024-01-01'),
    },
  })
  await app.call('POST', '/v1/mail/labels', { body: { name: 'Fruit' } })
  await app.call('PUT', `/v1/mail/threads/${threads.apple}/labels`, { body: { labels: ['fruit', 'none'] } })
  await app.call('POST', `/v1/mail/threads/${threads.banana}/move`, { body: { folder: 'archive' } })
  await app.call('POST', `/v1/mail/threads/${threads.banana}/star`)
  await app.call('POST', `/v1/mail/threads/${threads.cherry}/read`)
})
afterAll(() => app.close())

const nameOf = (id: string) => Object.entries(threads).find(([, own]) => own === id)?.[0]

/** Queries and what they find, newest first. */
const CASES: [q: string, found: string[]][] = [
  ['fox', ['cherry', 'banana', 'apple']],
  ['FOX quick', ['banana', 'apple']],
  ['fo', []],
  ['bro', ['banana', 'apple']],
  ['"bro"', []],
  ['"brown"', ['banana', 'apple']],
  ['bro qui', ['banana', 'apple']],
  ['-bro fox', ['cherry']],
  ['bro or subject:che', ['cherry', 'banana', 'apple']],
  ['brownish', []],
  ['from:love', ['apple']],
  ['from:"love"', []],
  ['from:ada@exam', ['apple']],
  ['to:ada@example.c', ['cherry']],
  ['from:bo@example.o', ['banana']],
  ['from:exam', ['cherry', 'banana', 'apple', 'elder']],
  ['filename:mar has:attachment', ['banana']],
  ['ärger', ['date', 'elder']],
  ['aerger', ['date', 'elder']],
  ['arger', ['date']],
  ['ärg', ['date', 'elder']],
  ['strasse', ['date', 'elder']],
  ['STRAßE', ['date', 'elder']],
  ['jürg', ['date', 'elder']],
  ['juerg', ['date', 'elder']],
  ['from:mues', ['date']],
  ['from:muss', ['date']],
  ['café', ['date']],
  ['cafe', ['date']],
  ['naïv', ['elder']],
  ['uberful', ['date']],
  ['filename:ueberblick', ['date']],
  ['"die straße"', ['date', 'elder']],
  ['"die strasse ist"', ['date']],
  ['"dem cafe"', ['date']],
  ['foo:bar fox', []],
  ['has:fox', []],
  ['🎉', []],
  ['from:!!! ?', []],
  ['fox 🎉', ['cherry', 'banana', 'apple']],
  ['"quick brown"', ['apple']],
  ['-"quick brown" fox', ['cherry', 'banana']],
  ['apple or cherry', ['cherry', 'apple']],
  ['fox -quick', ['cherry']],
  ['-fox', ['date', 'elder']],
  ['from:ada', ['apple']],
  ['from:lovelace', ['apple']],
  ['from:example.com', ['apple']],
  ['from:ada@example.com fox', ['apple']],
  ['to:ada@example.com', ['cherry']],
  ['ada@example.com', ['cherry', 'apple']],
  ['subject:banana', ['banana']],
  ['subject:fox', []],
  ['has:attachment', ['banana', 'date']],
  ['-has:attachment', ['cherry', 'apple', 'elder']],
  ['has:attachment from:bo', ['banana']],
  ['subject:banana has:attachment fox filename:pdf', ['banana']],
  ['from:ada has:attachment', []],
  ['has:attachment or from:ada', ['banana', 'apple', 'date']],
  ['has:attachment rfc822msgid:banana.1@example.org', ['banana']],
  ['filename:pdf', ['banana', 'date']],
  ['filename:march', ['banana']],
  ['after:2026-03-02', ['cherry', 'banana']],
  ['before:2026-03-02', ['apple', 'date', 'elder']],
  ['after:2026-03-02 before:2026-03-03 fox', ['banana']],
  ['larger:10k', ['banana']],
  ['smaller:10k', ['cherry', 'apple', 'date', 'elder']],
  ['label:Fruit', ['apple']],
  ['-label:fruit', ['cherry', 'banana', 'date', 'elder']],
  ['label:unknown', []],
  ['in:archive', ['banana']],
  ['in:inbox fox', ['cherry', 'apple']],
  ['is:unread', ['banana', 'apple', 'date', 'elder']],
  ['is:read', ['cherry']],
  ['is:starred', ['banana']],
  ['is:starred or label:fruit', ['banana', 'apple']],
  ['rfc822msgid:<banana.1@EXAMPLE.org>', ['banana']],
  ['in:anywhere fox', ['cherry', 'banana', 'apple']],
]

describe('a search finds the same', () => {
  test.each(CASES)('mails and threads: %s', async (q, found) => {
    const query = new URLSearchParams({ q })
    const search = await app.call('GET', `/v1/mail/search?${query}`)
    expect(search.status).toBe(200)
    expect(search.body.results.map((each: { thread_id: string }) => nameOf(each.thread_id))).toEqual(found)
    const list = await app.call('GET', `/v1/mail/threads?${query}`)
    expect(list.body.threads.map(({ id }: { id: string }) => nameOf(id))).toEqual(found)
  })
})

test('beginnings of more words than are looked up, and with more terms than lead, find the same', async () => {
  const many = await app.call('GET', `/v1/mail/search?q=${'bro+'.repeat(18)}`)
  expect(many.body.results.map((each: { thread_id: string }) => nameOf(each.thread_id))).toEqual(['banana', 'apple'])
  const { accountId, key } = await anotherAccount(app)
  for (let index = 0; index < 60; index += 1) {
    const text = `number${index}x ${index % 2 ? 'odd' : 'even'}`
    await receiveMail(app, { accountId, text, occurredAt: new Date(Date.UTC(2026, 0, 1, index)) })
  }
  const count = async (q: string) => {
    const { body } = await app.call('GET', `/v1/mail/search?limit=100&q=${encodeURIComponent(q)}`, { key })
    return body.results.length
  }
  expect(await count('number')).toBe(60)
  expect(await count('number odd')).toBe(30)
  expect(await count('-number')).toBe(0)
  expect(await count('number1')).toBe(11)
  expect(await count('"number1"')).toBe(0)
})

describe('mail of an address whose domain has other letters than ASCII', () => {
  let key: string
  beforeAll(async () => {
    const other = await anotherAccount(app)
    key = other.key
    const { accountId } = other
    await receiveMail(app, { accountId, subject: 'inbound', from: 'Ada <ada@bücher.example>', files: pdf })
    const [from, to] = ['bo@example.org', ['jürgen@xn--bcher-kva.example']]
    await receiveMail(app, { accountId, subject: 'answer', from, to })
    await receiveMail(app, { accountId, subject: 'other', from: 'ada@kiosk.example', text: 'Bücher' })
  })

  test.each([
    ['from:ada@bücher.example', ['inbound']],
    ['from:Ada@BÜCHER.example', ['inbound']],
    ['from:"ada@bücher.example"', ['inbound']],
    ['from:"bücher.example"', ['inbound']],
    ['from:"bücher.exam"', []],
    ['from:ada@bücher.exam', ['inbound']],
    ['from:ada@bücher', ['inbound']],
    ['from:bücher.example', ['inbound']],
    ['from:bücher', ['inbound']],
    ['from:xn--bcher-kva.example', ['inbound']],
    ['to:jürgen@bücher.example', ['answer']],
    ['to:juergen@bücher.example', ['answer']],
    ['to:bücher.example', ['answer']],
    ['bücher.example', ['answer', 'inbound']],
    ['ada@bücher.example', ['inbound']],
    ['bücher', ['other', 'answer', 'inbound']],
    ['bücher.example -from:ada@bücher.example', ['answer']],
    ['has:attachment from:bücher.example', ['inbound']],
    ['"bücher"', ['other']],
    ['subject:bücher.example', []],
  ])('is found by the address as people write it: %s', async (q, found) => {
    const query = new URLSearchParams({ q })
    const search = await app.call('GET', `/v1/mail/search?${query}`, { key })
    expect(search.body.results.map(({ subject }: { subject: string }) => subject)).toEqual(found)
    const list = await app.call('GET', `/v1/mail/threads?${query}`, { key })
    expect(list.body.threads.map(({ subject }: { subject: string }) => subject)).toEqual(found)
  })
})

test('a search can be limited to an address of ours', async () => {
  const { body } = await app.call('GET', '/v1/mail/search?q=fox&inbox=SALES@shop.test')
  expect(body.results.map((each: { thread_id: string }) => nameOf(each.thread_id))).toEqual(['cherry'])
})

test('a search in an inbox that there is not, or not any more, ends with its first page', async () => {
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
  const { id } = (await app.call('POST', '/v1/mail/inboxes', { body: { address: 'gone@shop.test' } })).body
  await app.call('DELETE', `/v1/mail/inboxes/${id}`)
  const oneStep = new MailSearch({ models: app.app.models }, { chunk: 1, work: 0 })
  for (const inbox_id of ['inbox_unknown', id]) {
    const { items, nextCursor } = await oneStep.search(viewerOf(app.accountId), { q: 'the', limit: 1, inbox_id })
    expect([items, nextCursor]).toEqual([[], null])
  }
})

test('a search goes page by page', async () => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await app.call('GET', `/v1/mail/search?q=fox&limit=1${cursor}`)
    seen.push(...body.results.map((each: { thread_id: string }) => nameOf(each.thread_id)))
    if (body.next_cursor === null) break
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(seen).toEqual(['cherry', 'banana', 'apple'])
})

test('a mail that arrives at another address of ours is found by it, with its attachment', async () => {
  const { accountId } = await anotherAccount(app)
  const copy = { accountId, messageId: 'copy@example.com', subject: 'Copy', to: ['one@shop.test'], files: pdf }
  await receiveMail(app, { ...copy, at: 'one@shop.test' })
  await receiveMail(app, { ...copy, at: 'two@shop.test' })
  const found = async (q: string, inbox?: string) =>
    (await new MailSearch({ models: app.app.models }).search(viewerOf(accountId), { q, limit: 5, inbox })).items.length
  // No header names it.
  expect(await found('has:attachment to:two@shop.test')).toBe(0)
  expect(await found('has:attachment to:one@shop.test', 'two@shop.test')).toBe(1)
  expect(await found('has:attachment', 'two@shop.test')).toBe(1)
  expect(await found('has:attachment', 'three@shop.test')).toBe(0)
})

test('no sender puts mail under another address of ours, or gives it attachments', async () => {
  const { accountId, key } = await anotherAccount(app)
  // Without its marks, the first sign is a blank, with which terms of operators begin.
  const { id } = await receiveMail(app, { accountId, subject: 'Address', from: '\u00a8o:ceo@shop.test' })
  await receiveMail(app, { accountId, subject: 'File', from: '\u00a8a@example.com' })
  const found = async (query: string) => (await app.call('GET', `/v1/mail/search?${query}`, { key })).body.results
  expect(await found('q=in:anywhere&inbox=ceo@shop.test')).toEqual([])
  expect(await found('q=has:attachment')).toEqual([])
  expect(await found('q=from:o:ceo@shop.test')).toMatchObject([{ subject: 'Address' }])
  // Mail that was filed with such a term.
  await app.app.models.mailItems.updateOne({ _id: id }, { $push: { terms: ' o:ceo@shop.test' } })
  expect(await found('q=in:anywhere&inbox=ceo@shop.test')).toEqual([])
})

describe('any words, in steps of any size', () => {
  const names = ['ash', 'beech', 'cedar', 'date', 'elder', 'fig']
  /** Ash is in each mail, fig in each sixth. */
  const wordsOf = (index: number) => names.filter((_name, at) => (index * 31) % (at + 1) === 0)
  const hasFile = (index: number) => index % 7 < 2
  /** Tags of threads: each with the mails that have it. */
  const tags: Record<string, (index: number) => boolean> = {
    'folder archive': (index) => index % 3 === 0,
    'folder inbox': (index) => index % 3 !== 0,
    starred: (index) => index % 4 < 2,
    read: (index) => index % 5 < 3,
  }
  let accountId: string
  let mails: { id: string; threadId: string }[]

  beforeAll(async () => {
    accountId = (await anotherAccount(app)).accountId
    const received = Array.from({ length: 90 }, (_none, index) =>
      receiveMail(app, {
        ...{ accountId, subject: `s${index}`, text: wordsOf(index).join(' '), files: hasFile(index) ? pdf : [] },
        occurredAt: new Date(Date.UTC(2026, 0, 1, index)),
      }),
    )
    mails = await Promise.all(received)
    const { collection } = app.app.models.mailThreads
    const rows = await collection.find({ account_id: accountId }).toArray()
    const updates = rows.map((row) => {
      const index = mails.findIndex(({ threadId }) => threadId === row._id)
      const folder = tags['folder archive']!(index) ? ('archive' as const) : ('inbox' as const)
      const $set = completed({ ...row, folder, starred: tags.starred!(index), unread: !tags.read!(index) })
      return { updateOne: { filter: { _id: row._id }, update: { $set } } }
    })
    await collection.bulkWrite(updates)
  })

  const search = fc.record({
    asked: fc.subarray(names),
    withFile: fc.boolean(),
    tagged: fc.subarray(Object.keys(tags)),
    isPlain: fc.boolean(),
    chunk: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    work: fc.constantFrom(0, 500, 3_000, 30_000),
    limit: fc.integer({ min: 1, max: 10 }),
    many: fc.constantFrom(1, 20, 1_000),
  })
  type Search = typeof search extends fc.Arbitrary<infer T> ? T : never
  const textOf = ({ asked, withFile }: Search) =>
    ['from:ada', ...asked, ...(withFile ? ['has:attachment'] : [])].join(' ')
  const isFound = ({ asked, withFile }: Search, index: number) =>
    asked.every((name) => wordsOf(index).includes(name)) && (!withFile || hasFile(index))

  test('find the mails that have all of them, newest first', async () => {
    const check = async (given: Search) => {
      const { chunk, work, limit } = given
      const small = new MailSearch({ models: app.app.models }, { chunk, work })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { items, nextCursor } = await small.search(viewerOf(accountId), { q: textOf(given), limit, cursor })
        seen.push(...items.map(({ message_ref }) => message_ref))
        cursor = nextCursor ?? undefined
      } while (cursor !== undefined)
      const wanted = mails.filter((_mail, index) => isFound(given, index))
      expect(seen).toEqual(wanted.map(({ id }) => id).toReversed())
    }
    await fc.assert(fc.asyncProperty(search, check), { numRuns: fuzzRuns(40), seed: 20_261_122 })
  })

  test('find the threads that have all of them and all tags, newest first', async () => {
    const check = async (given: Search) => {
      const { tagged, isPlain, chunk, work, limit, many } = given
      const seen: string[] = []
      const q = isPlain ? undefined : textOf(given)
      let before: string | undefined
      do {
        const page = { before, limit }
        const limits = { chunk, work, many }
        const { threads: found, after } = await searchThreads(
          app.app.models,
          { accountId, addresses: null },
          { q, tags: tagged },
          page,
          limits,
        )
        seen.push(...found.map(({ _id }) => _id))
        before = after ?? undefined
      } while (before !== undefined)
      const isWanted = (_mail: unknown, index: number) =>
        tagged.every((tag) => tags[tag]!(index)) && (isPlain || isFound(given, index))
      expect(seen).toEqual(
        mails
          .filter(isWanted)
          .map(({ threadId }) => threadId)
          .toReversed(),
      )
    }
    await fc.assert(fc.asyncProperty(search, check), { numRuns: fuzzRuns(60), seed: 20_261_125 })
  })
})

test('a bad date or folder is named', async () => {
  for (const q of ['after:soon', 'in:attic']) {
    for (const path of ['search', 'threads']) {
      const { status, body } = await app.call('GET', `/v1/mail/${path}?q=${q}`)
      expect(status).toBe(400)
      expect(body.error.message).toContain(q)
    }
  }
})
