import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { uploadFile } from '../../../support/upload-file.js'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  key = (await app.app.services.accounts.create(`owner${Math.random()}@example.com`)).key
})

const send = (text: string | Uint8Array<ArrayBuffer>) =>
  uploadFile(app, '/v1/suppressions/import/file', text, { key, filename: 'list.csv' })
const get = async () => (await app.call('GET', '/v1/suppressions/export', { key })).body as string
/** The entries without their times. */
const listed = async () =>
  (await get())
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.replace(/,[^,]*$/, ''))

describe('a file', () => {
  test('is imported, and bad lines are skipped and named', async () => {
    const { status, body } = await send(
      [
        '\ufeffState;Email;Comment;Reason',
        'suppressed;Ada@Example.com;x;"by phone; twice"',
        '',
        'unsubscribed; bob@example.com ;;',
        ';cy@bücher.example',
        ';nobody;;',
        'sulking;di@example.com;;',
        ';ADA@example.com;;',
        ';"eve@example.com;;',
        `;fay@example.com;;${'r'.repeat(300)}`,
        `;${'x'.repeat(120_000)}`,
      ].join('\r\n'),
    )
    expect([status, body]).toEqual([
      200,
      {
        imported: 3,
        skipped: 6,
        errors: [
          { line: 6, reason: 'is not a valid address, like user@example.com' },
          { line: 7, reason: 'state: must be one of suppressed, unsubscribed' },
          { line: 8, reason: 'repeats the address of an earlier entry' },
          { line: 9, reason: 'has a quoted value that does not end' },
          { line: 10, reason: 'reason: must have at most 255 characters' },
          { line: 11, reason: 'has more than 100,000 characters' },
        ],
      },
    ])
    expect(await listed()).toEqual([
      'ada@example.com,suppressed,"by phone; twice"',
      'bob@example.com,unsubscribed,import',
      'cy@xn--bcher-kva.example,suppressed,import',
    ])
  })

  test.each([
    ['no line', ''],
    ['only blank lines', '\n\n'],
    ['no names of columns', 'ada@example.com\nbob@example.com\n'],
    ['no column of addresses', 'state,reason\n'],
    ['a column of addresses named twice', 'email,E-Mail\nada@example.com,bob@example.com\n'],
    ['more than 50 columns', `email${',x'.repeat(50)}\nada@example.com\n`],
    ['a first line of 16 million characters', `email,${'x'.repeat(15_900_000)}`],
    [
      'letters of two encodings',
      Buffer.concat([Buffer.from('email\nzoë@a.example\nåsa@a.example\n'), Buffer.from([0xfc])]),
    ],
    ['what is no text', Buffer.from('email,reason\nada@example.com,M\x81ller\n', 'latin1')],
  ])('with %s is refused', async (_what, content) => {
    expectError(await send(content), 400, 'invalid_request', 'file')
    expect(await listed()).toEqual([])
  })

  test('may be UTF-16, and have line breaks in quotes', async () => {
    const text = '\ufeffemail,comment\nada@example.com,"by phone,\ntwice"\nnobody,\n'
    const { body } = await send(Buffer.from(text, 'utf16le'))
    expect(body).toEqual({
      ...{ imported: 1, skipped: 1 },
      errors: [{ line: 3, reason: 'is not a valid address, like user@example.com' }],
    })
  })

  test('of more than 100,000 lines is refused before anything is imported', async () => {
    const blank = await send(`email${'\r'.repeat(100_001)}`)
    expect([blank.status, blank.body.error?.message]).toEqual([422, expect.stringContaining('100,000 lines')])
    const refused = await send(`email\n${'a@example.com\n'.repeat(100_000)}`)
    expect([refused.status, refused.body.error]).toEqual([
      422,
      expect.objectContaining({
        code: 'invalid_request',
        status: 422,
        message: expect.stringContaining('100,000 lines'),
      }),
    ])
    expect(await listed()).toEqual([])
  })

  test('has as many lines as its text, whatever its bytes look like', async () => {
    // Malayalam letters have the bytes of line breaks in UTF-16.
    const rows = Array.from({ length: 15_000 }, (_none, at) => `u${at}@lines.example,${'\u0d0d\u0d0a'.repeat(5)}\n`)
    const { status, body } = await send(Buffer.from(`\ufeffemail,note\n${rows.join('')}`, 'utf16le'))
    expect([status, body.imported]).toEqual([200, 15_000])
  })

  test('of more than 16 MiB is refused', async () => {
    expectError(await send(`email\n${'x'.repeat(16 * 2 ** 20)}`), 413, 'payload_too_large')
  })

  test('with many bad lines names the first 1,000 and counts all', async () => {
    const { body } = await send(`email\n${'nobody\n'.repeat(5_000)}`)
    expect([body.imported, body.skipped, body.errors.length]).toEqual([0, 5_000, 1_000])
  })

  test('may have 50 columns, and a line with more values is skipped', async () => {
    const { body } = await send(
      `email${',x'.repeat(49)}\nada@example.com${','.repeat(49)}\nb@example.com${','.repeat(50)}`,
    )
    expect(body).toEqual({ imported: 1, skipped: 1, errors: [{ line: 3, reason: 'has more than 50 values' }] })
  })

  test('of one endless line lets others have turns', async () => {
    const { suppressionCsv } = app.app.services
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const line = Buffer.concat([Buffer.from('email\n'), Buffer.alloc(15_900_000, 'ü')])
    const result = await suppressionCsv.importFile(app.accountId, line).finally(() => clearInterval(timer))
    expect(result.errors).toEqual([{ line: 2, reason: 'has more than 100,000 characters' }])
    expect(turns).toBeGreaterThan(0)
  })

  test('is imported no further when the client has gone', async () => {
    const lines = Array.from({ length: 90_000 }, (_none, at) => `user${at}@example.com\n`)
    const gone = new AbortController()
    const form = new FormData()
    form.append('file', new Blob([`email\n${lines.join('')}`]), 'list.csv')
    const sending = fetch(`${app.url}/v1/suppressions/import/file`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form, signal: gone.signal },
    })
    await eventually('the first entries', async () => (await listed()).length > 0)
    gone.abort()
    await expect(sending).rejects.toThrow('aborted')
    // The end of the import is noted.
    await eventually('the end', async () => (await app.call('GET', '/v1/audit-log', { key })).body.entries.length > 0)
    expect((await listed()).length).toBeLessThan(90_000)
  })

  test('needs an admin key, and is noted in the audit log', async () => {
    const reader = (await app.call('POST', '/v1/keys', { key, body: { scope: 'read' } })).body.key
    const path = '/v1/suppressions/import/file'
    expectError(await uploadFile(app, path, 'email\n', { key: reader }), 403, 'forbidden')
    await send('email\n')
    const { entries } = (await app.call('GET', '/v1/audit-log', { key })).body
    expect(entries[0]).toMatchObject({ operation: 'suppressions.importFile', target: null })
  })
})

describe('an export', () => {
  test('of an empty list has the names of the columns', async () => {
    const { status, headers, body } = await app.call('GET', '/v1/suppressions/export', { key })
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'email,state,reason,updated_at\r\n',
    ])
  })

  test('has no cell that a spreadsheet runs, and comes back as it was', async () => {
    const reasons = ['=cmd|calc', '+1', '-1', '@x', "'=1", 'a "b", c; d', 'Müller']
    const entries = reasons.map((reason, at) => ({ email: `${'=+-'[at % 3]}user${at}@example.com`, reason }))
    await app.call('POST', '/v1/suppressions/import', { key, body: { entries } })
    const file = await get()
    expect(file).toContain(`"'=user0@example.com",suppressed,"'=cmd|calc",20`)
    expect(file).not.toMatch(/(^|,)"?[=+@-]/m)

    const before = (await app.call('GET', '/v1/suppressions', { key })).body.suppressions
    for (const { recipient } of before) {
      const query = new URLSearchParams({ channel: 'email', recipient })
      await app.call('DELETE', `/v1/suppressions?${query}`, { key })
    }
    expect((await send(file)).body).toEqual({ imported: reasons.length, skipped: 0, errors: [] })
    const after = (await app.call('GET', '/v1/suppressions', { key })).body.suppressions
    const what = ({ recipient, state, reason }: Record<string, string>) => [recipient, state, reason]
    expect(after.map(what)).toEqual(before.map(what))
  })

  test('is of the own account, and answers HEAD without a body', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'theirs@example.com' } })
    expect(await listed()).toEqual([])
    const head = await fetch(`${app.url}/v1/suppressions/export`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
