import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import type { SunkMail } from '../../../support/smtp-sink.js'
import { aSend, eventually } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const BASE = 'https://post.acme.example'
const ONE_CLICK = 'List-Unsubscribe=One-Click'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signingKey = {
  selector: 'pl1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
}

let app: SmtpApp
beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: BASE })
  await verifiedDomain(app, 'acme.example', signingKey)
})
afterAll(() => app.close())

/** A header field of a mail, unfolded. */
const header = ({ raw }: SunkMail, name: string) => {
  const [head] = raw.toString('latin1').split('\r\n\r\n', 1)
  const fields = head!.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return fields
    .find((field) => field.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()
}

async function mailed(email: string, more: Record<string, unknown> = {}) {
  const body = aSend({
    message_type: 'marketing',
    destination: { email },
    metadata: { from_email: 'shop@acme.example' },
    ...more,
  })
  const sent = await app.call('POST', '/v1/send', { body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const mail = await eventually('the mail', () => app.sink.mails.find(({ raw }) => raw.includes(sent.body.id)))
  return { id: sent.body.id as string, mail }
}

/** The path of the link in a mail. */
async function linkTo(email: string): Promise<string> {
  const { mail } = await mailed(email)
  const [, path] = /^<https:\/\/post\.acme\.example(\/\S+)>$/.exec(header(mail, 'List-Unsubscribe')!)!
  return path!
}

const entryOf = async (recipient: string) => app.app.models.suppressions.findOne({ recipient }).lean()

const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
  })

describe('the headers of one-click unsubscription', () => {
  test('are on marketing mail, with the same link in every mail to one recipient', async () => {
    const { mail } = await mailed('reader@example.com', {
      destination: { email: 'reader@example.com', cc: ['b@example.com'] },
    })
    expect(header(mail, 'List-Unsubscribe')).toMatch(/^<https:\/\/post\.acme\.example\/unsubscribe\/[\w.-]{40,500}>$/)
    expect(header(mail, 'List-Unsubscribe-Post')).toBe(ONE_CLICK)
    expect(mail.parsed.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining(BASE) } })
  })

  test('are both covered by the DKIM signature', async () => {
    const { mail } = await mailed('reader@example.com')
    const verdict = async (raw: Buffer) => {
      const resolver = async () => [[`v=DKIM1; k=rsa; p=${signingKey.public_key}`]]
      return (await dkimVerify(raw, { resolver })).results[0]!
    }
    expect((await verdict(mail.raw)).status.result).toBe('pass')
    const covered = /[;\s]h=([^;]+)/
      .exec(header(mail, 'DKIM-Signature')!)![1]!
      .replaceAll(/\s/g, '')
      .toLowerCase()
      .split(':')
    expect(covered).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
    const changed = mail.raw.toString('latin1').replace(ONE_CLICK, 'List-Unsubscribe=Two-Click')
    expect((await verdict(Buffer.from(changed, 'latin1'))).status.result).toBe('fail')
  })

  test('are not on transactional mail', async () => {
    const { mail } = await mailed('reader@example.com', { message_type: 'transactional' })
    expect(mail.raw.toString()).not.toMatch(/^List-Unsubscribe/im)
  })

  test('fit the line length even for the longest address', async () => {
    const email = `${'l'.repeat(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(50)}.example`
    const { mail } = await mailed(email)
    for (const line of mail.raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    expect(header(mail, 'List-Unsubscribe')).toMatch(/^<https:\S+>$/)
  })

  test('cannot be set by a sender', async () => {
    const headers = { 'List-Unsubscribe': '<https://elsewhere.example>' }
    const payload = { subject: 'S', body_text: 'T', headers }
    const { status, body } = await app.call('POST', '/v1/send', { body: aSend({ payload }) })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })
})

describe('one click', () => {
  const multipart = () => {
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    return form
  }
  // The example of RFC 8058, section 8.
  const boundary = '---FormBoundaryjWmhtjORrn'
  const example = [`--${boundary}`, 'Content-Disposition: form-data; name="List-Unsubscribe"', '', 'One-Click']
  const ofTheRfc = [...example, `--${boundary}--`, ''].join('\r\n')

  test.each([
    ['urlencoded', () => ONE_CLICK, {}],
    ['multipart', multipart, {}],
    ['rfc8058', () => ofTheRfc, { 'content-type': `multipart/form-data; boundary=${boundary}` }],
  ])('unsubscribes only from marketing, without cookie or redirect (%s)', async (type, body, headers) => {
    const email = `Clicker-${type}@example.com`
    const path = await linkTo(email)
    const answer = await post(path, body(), headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const entry = await entryOf(email.toLowerCase())
    expect(entry).toMatchObject({ account_id: app.accountId, state: 'unsubscribed', reason: 'recipient_unsubscribe' })

    expect((await post(path, body(), headers)).status).toBe(200)
    expect(await entryOf(email.toLowerCase())).toEqual(entry)
    const refused = await app.call('POST', '/v1/send', {
      body: aSend({
        message_type: 'marketing',
        destination: { email },
        metadata: { from_email: 'shop@acme.example' },
      }),
    })
    expect(refused.body.error.code).toBe('recipient_suppressed')
    await mailed(email, { message_type: 'transactional' })
  })

  test('does not change the timeline of the mail', async () => {
    const { id, mail } = await mailed('quiet@example.com')
    await post(new URL(header(mail, 'List-Unsubscribe')!.slice(1, -1)).pathname, ONE_CLICK)
    expect(await entryOf('quiet@example.com')).not.toBeNull()
    const { body } = await app.call('GET', `/v1/messages/${id}`)
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['sent'])
  })

  test('never weakens an entry that blocks all mail', async () => {
    const path = await linkTo('strict@example.com')
    await app.call('POST', '/v1/suppressions', {
      body: { channel: 'email', recipient: 'strict@example.com', reason: 'complaint' },
    })
    expect((await post(path, ONE_CLICK)).status).toBe(200)
    expect(await entryOf('strict@example.com')).toMatchObject({ state: 'suppressed', reason: 'complaint' })
  })

  test.each([
    ['another field', 'List-Unsubscribe=Maybe', {}],
    ['no field', '', {}],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['a broken form', 'x', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a form without a boundary', 'List-Unsubscribe=One-Click', { 'content-type': 'multipart/form-data' }],
  ])('does nothing with %s', async (_what, body, headers) => {
    const path = await linkTo('unmoved@example.com')
    const answer = await post(path, body, headers)
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'invalid_request',
    ])
    expect(await entryOf('unmoved@example.com')).toBeNull()
  })

  test('says which content types it accepts', async () => {
    const answer = await post('/unsubscribe/x', '{}', { 'content-type': 'application/json' })
    const { error } = (await answer.json()) as { error: { message: string } }
    expect(error.message).toMatch(/must be a form.*application\/x-www-form-urlencoded/)
  })

  test('does nothing with a changed link', async () => {
    const path = await linkTo('forged@example.com')
    for (const broken of [`${path.slice(0, -3)}AAA`, '/unsubscribe/x', path.replace('.', 'A.')]) {
      const answer = await post(broken, ONE_CLICK)
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        400,
        'invalid_token',
      ])
    }
    expect(await entryOf('forged@example.com')).toBeNull()
  })
})

describe('the page behind the link', () => {
  const look = (path: string, method = 'GET') =>
    fetch(app.url + path, { method, redirect: 'manual', headers: { accept: 'text/html,*/*' } })

  test('shows a button and changes nothing', async () => {
    const path = await linkTo('scanned@example.com')
    const answer = await look(path)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('scanned@example.com')
    expect(page).toMatch(/<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self'/,
      ),
    })
    await look(path, 'HEAD')
    expect(await entryOf('scanned@example.com')).toBeNull()
    expect((await post(path, ONE_CLICK, { accept: 'text/html' })).headers.get('content-type')).toMatch(/^text\/html/)
    expect(await entryOf('scanned@example.com')).not.toBeNull()
  })

  test('escapes the address', async () => {
    const page = await (await look(await linkTo("o'neill&sons@example.com"))).text()
    expect(page).toContain('o&#39;neill&amp;sons@example.com')
  })

  test('says that a changed link is invalid: a page for people, JSON for programs', async () => {
    const answer = await look('/unsubscribe/x.y')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This link does not work')
    const { status, body } = await app.call('GET', '/unsubscribe/x.y', { key: null })
    expect([status, body.error.code]).toEqual([400, 'invalid_token'])
  })
})
