import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { type MarketingMail, marketingMail } from '../../../support/marketing-mail.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, eventually, startApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const BASE = 'https://post.acme.example'
const SHOP = 'Acme Shop <shop@acme.example>'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let app: SmtpApp
beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: BASE })
  await verifiedDomain(app, 'acme.example')
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.app.models.contactLists.deleteMany({ account_id: app.accountId })
})

/** A topic of the account. Returns its id. */
async function aTopic(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/contact-lists', { body: { name, is_topic: true, ...more } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const mailed = (email?: string, from = SHOP) => marketingMail(app, from, email)

const ask = (path: string, init: RequestInit = {}) =>
  fetch(app.url + path, { redirect: 'manual', ...init, headers: { accept: 'text/html', ...init.headers } })

const post = (path: string, fields: [name: string, value: string][], headers = {}) =>
  ask(path, { method: 'POST', headers: { ...FORM, ...headers }, body: new URLSearchParams(fields).toString() })

const save = (path: string, shown: readonly string[], wanted: readonly string[]) =>
  post(path, [
    ['action', 'save'],
    ...shown.map((id): [string, string] => ['shown', id]),
    ...wanted.map((id): [string, string] => ['topic', id]),
  ])

const pressed = (path: string, action: string) => post(path, [['action', action]])

/** What the page shows: each topic and whether it is ticked. */
async function ticksOf(path: string): Promise<Record<string, boolean>> {
  return ticksIn(await (await ask(path)).text())
}

function ticksIn(page: string): Record<string, boolean> {
  const boxes = page.matchAll(/<input type="checkbox" name="topic" value="([^"]*)"( checked)?>/g)
  return Object.fromEntries([...boxes].map(([, id, checked]) => [id, checked !== undefined]))
}

const entryOf = (recipient: string) => app.app.models.suppressions.findOne({ recipient }).lean()
const optOuts = (list_id: string) => app.app.models.topicOptOuts.countDocuments({ list_id })

/** Everything that a recipient's choices could change. */
const ledger = async () =>
  (await dumpLedger(app.app.models.connection))
    .filter(({ name }) => ['suppressions', 'topic_opt_outs', 'messages', 'events', 'contact_lists'].includes(name))
    .map(({ name, bytes }) => `${name} ${bytes.toString('base64')}`)
    .sort()

/** Sends the content of a message once more, as mail of a topic. */
async function again({ id }: MarketingMail, topicId: string) {
  await app.app.models.messages.updateOne({ _id: id }, { topic_id: topicId })
  return app.call('POST', `/v1/messages/${id}/resend`, { body: {} })
}

describe('the page', () => {
  test('names the sender, the recipient and the topics, all ticked', async () => {
    const news = await aTopic('Product news', { description: 'Once a month.' })
    const offers = await aTopic('Offers')
    await aTopic('Internal', { is_topic: false })
    const { page, email } = await mailed()
    const answer = await ask(page)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    for (const part of ['Acme Shop', email, 'Product news', 'Once a month.', 'Offers']) expect(text).toContain(part)
    expect(text).not.toContain('Internal')
    expect(ticksIn(text)).toEqual({ [news]: true, [offers]: true })
    expect(text).toContain('<button name="action" value="unsubscribe" class="second">')
  })

  test('is opened and looked at without any change', async () => {
    await aTopic('News')
    const mail = await mailed()
    const before = await ledger()
    for (const path of [mail.page, mail.oneClick]) {
      for (const method of ['GET', 'HEAD']) expect((await ask(path, { method })).status).toBe(200)
      expect((await ask(`${path}?action=unsubscribe&List-Unsubscribe=One-Click`)).status).toBe(200)
    }
    expect(await ledger()).toEqual(before)
  })

  test('loads nothing from elsewhere, is not cached, and cannot be framed', async () => {
    const { headers } = await ask((await mailed()).page)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*form-action 'self'.*frame-ancestors 'none'/,
      ),
    })
  })

  test('shows the topics of its own account only', async () => {
    const other = await app.app.services.accounts.create('other@example.com')
    const { body } = await app.call('POST', '/v1/contact-lists', {
      key: other.key,
      body: { name: 'Of others', is_topic: true },
    })
    const { page } = await mailed()
    expect(await (await ask(page)).text()).not.toContain('Of others')
    expect((await save(page, [body.id], [])).status).toBe(200)
    expect(await optOuts(body.id)).toBe(0)
  })

  test('escapes names, descriptions and the sender', async () => {
    const evil = `"><script>alert('1')</script><input name=action value=unsubscribe>`
    await aTopic(evil, { description: `${evil} &amp;` })
    const { page, oneClick } = await mailed("o'neill&sons@example.com", `"<b>Acme</b> & 'Sons'" <shop@acme.example>`)
    for (const path of [page, oneClick]) {
      const text = await (await ask(path)).text()
      expect(text).not.toMatch(/<script|<b>Acme|<input name=action/)
      expect(text).toContain('&lt;b&gt;Acme&lt;/b&gt; &amp; &#39;Sons&#39;')
      expect(text).toContain('o&#39;neill&amp;sons@example.com')
    }
    expect(await (await ask(page)).text()).toContain('&lt;/script&gt;')
  })

  test('is linked from the unsubscribe page, which names the sender too', async () => {
    const { page, oneClick } = await mailed()
    const text = await (await ask(oneClick)).text()
    expect(text).toContain('Acme Shop')
    const [, href] = /<a href="([^"]+)"/.exec(text)!
    expect(new URL(href!, app.url + oneClick).pathname).toBe(page)
  })

  test('names the domain if the mail has no name, also when the message is deleted', async () => {
    const { id, page } = await mailed(undefined, 'shop@acme.example')
    expect(await (await ask(page)).text()).toContain('<bdi>acme.example</bdi>')
    await app.app.models.domains.updateOne({ name: 'acme.example' }, { from_name: 'The Acme Company' })
    await app.app.models.messages.deleteOne({ _id: id })
    expect(await (await ask(page)).text()).toContain('<bdi>The Acme Company</bdi>')
    await app.app.models.domains.updateOne({ name: 'acme.example' }, { from_name: null })
  })

  test('works without topics', async () => {
    const { page, email } = await mailed()
    expect(await (await ask(page)).text()).toContain('<button name="action" value="unsubscribe">')
    const text = await (await pressed(page, 'unsubscribe')).text()
    expect(text).toContain('You are unsubscribed from all marketing mail.')
    expect(text).toContain('<button name="action" value="resubscribe">')
    expect(await entryOf(email)).toMatchObject({ state: 'unsubscribed', reason: 'recipient_unsubscribe' })
    expect(await (await pressed(page, 'resubscribe')).text()).toContain('Your choice is saved.')
    expect(await entryOf(email)).toBeNull()
  })

  test('shows as many topics as an account can have, and that of its mail if there are more', async () => {
    const rows = Array.from({ length: 201 }, (_none, index) => ({
      ...{ _id: `cl_${String(index).padStart(26, '0')}`, account_id: app.accountId, name: `Topic ${index}.` },
      ...{ description: null, is_topic: true, filter: null, updated_at: new Date() },
    }))
    await app.app.models.contactLists.collection.insertMany(rows)
    const { id, page } = await mailed()
    expect(Object.keys(await ticksOf(page))).toEqual(rows.slice(0, 200).map(({ _id }) => _id))
    await app.app.models.messages.updateOne({ _id: id }, { topic_id: rows[200]!._id })
    const shown = Object.keys(await ticksOf(page))
    expect(shown).toEqual(rows.map(({ _id }) => _id))
    // The largest form that the page can make fits.
    expect((await save(page, shown, shown)).status).toBe(200)
  })
})

describe('a choice', () => {
  test('against a topic stops mail of it, at acceptance and at dispatch, and no other mail', async () => {
    const [news, offers] = [await aTopic('News'), await aTopic('Offers')]
    const mail = await mailed()
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const waiting = async (topic_id: string) => {
      const metadata = { from_email: SHOP }
      const body = aSend({ message_type: 'marketing', destination: { email: mail.email }, metadata, scheduled_at })
      const { id } = (await app.call('POST', '/v1/send', { body })).body
      await app.app.models.messages.updateOne({ _id: id }, { topic_id })
      return id as string
    }
    const [stopped, sent] = [await waiting(news), await waiting(offers)]

    const answer = await save(mail.page, [news, offers], [offers])
    const text = await answer.text()
    expect([answer.status, ticksIn(text)]).toEqual([200, { [news]: false, [offers]: true }])
    expect(text).toContain('Your choice is saved.')
    expect(await entryOf(mail.email)).toBeNull()

    const refused = await again(mail, news)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'recipient_suppressed',
        message: `${mail.email} has opted out of this topic (topic_opt_out).`,
      }),
    ])
    expect((await again(mail, offers)).status).toBe(201)

    await app.app.models.messages.updateMany({ _id: { $in: [stopped, sent] } }, { dispatch_at: new Date() })
    const timeline = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body
    const closed = await eventually('stopped', async () => {
      const message = await timeline(stopped)
      return message.status === 'suppressed' && message
    })
    expect(closed.events).toMatchObject([
      { type: 'unsubscribed', source: 'router', payload: { state: 'unsubscribed', reason: 'topic_opt_out' } },
    ])
    await eventually('sent', async () => (await timeline(sent)).status === 'sent')
    expect(app.sink.mails.some(({ raw }) => raw.includes(stopped))).toBe(false)
  })

  test('for a topic again lets its mail through', async () => {
    const news = await aTopic('News')
    const mail = await mailed()
    await save(mail.page, [news], [])
    expect((await again(mail, news)).status).toBe(409)
    expect(ticksIn(await (await save(mail.page, [news], [news])).text())).toEqual({ [news]: true })
    expect(await optOuts(news)).toBe(0)
    expect((await again(mail, news)).status).toBe(201)
  })

  test('leaves topics alone that the page has not shown', async () => {
    const news = await aTopic('News')
    const { page } = await mailed()
    const later = await aTopic('Made since')
    await save(page, [news], [])
    expect(await ticksOf(page)).toEqual({ [news]: false, [later]: true })
    // Ticked, but never shown.
    await save(page, [later], [news])
    expect(await ticksOf(page)).toEqual({ [news]: false, [later]: false })
  })

  test('against all marketing mail is that of one click; ticking a topic undoes it, saving alone does not', async () => {
    const [news, offers] = [await aTopic('News'), await aTopic('Offers')]
    const { page, email } = await mailed()
    const text = await (await pressed(page, 'unsubscribe')).text()
    expect(text).toContain('You are unsubscribed from all marketing mail.')
    expect(ticksIn(text)).toEqual({ [news]: false, [offers]: false })
    expect(text).not.toContain('value="unsubscribe"')
    expect(await entryOf(email)).toMatchObject({ state: 'unsubscribed', reason: 'recipient_unsubscribe' })
    expect([await optOuts(news), await optOuts(offers)]).toEqual([0, 0])

    await save(page, [news, offers], [])
    expect(await entryOf(email)).toMatchObject({ state: 'unsubscribed' })
    const back = await save(page, [news, offers], [offers])
    expect(ticksIn(await back.text())).toEqual({ [news]: false, [offers]: true })
    expect(await entryOf(email)).toBeNull()
  })

  test.each([
    ['suppressed', 'hard_bounce'],
    ['suppressed', 'recipient_unsubscribe'],
    ['unsubscribed', 'asked_by_phone'],
  ])("never removes or weakens an entry that is not the recipient's own: %s, %s", async (state, reason) => {
    const news = await aTopic('News')
    const { page, email } = await mailed()
    await app.call('POST', '/v1/suppressions/import', { body: { entries: [{ email, state, reason }] } })
    const entry = await entryOf(email)
    for (const answer of [
      await save(page, [news], [news]),
      await pressed(page, 'resubscribe'),
      await pressed(page, 'unsubscribe'),
      await ask(page),
    ]) {
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect(text).toContain('gets no marketing mail from them, whatever you choose here')
      expect(text).not.toContain('value="unsubscribe"')
    }
    expect(await entryOf(email)).toEqual(entry)
  })

  test('may be repeated, and made at the same time, also the opposite ones', async () => {
    const [news, offers] = [await aTopic('News'), await aTopic('Offers')]
    const { page, email } = await mailed()
    const all = [news, offers]
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_none, index) => {
          if (index % 4 === 3) return pressed(page, 'unsubscribe')
          return save(page, all, index % 4 === 0 ? all : index % 4 === 1 ? [news] : [])
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    await Promise.all([1, 2, 3, 4].map(() => save(page, all, [])))
    expect([await optOuts(news), await optOuts(offers)]).toEqual([1, 1])
    await Promise.all([1, 2, 3, 4].map(() => save(page, all, all)))
    expect(await ticksOf(page)).toEqual({ [news]: true, [offers]: true })
    expect([await optOuts(news), await optOuts(offers), await entryOf(email)]).toEqual([0, 0, null])
  })

  test('is the same for every spelling of the address, and for nobody else', async () => {
    const news = await aTopic('News')
    const name = `Reader-${randomUUID()}`
    const [one, other, stranger] = [
      await mailed(`${name}@Example.com`),
      await mailed(`${name.toLowerCase()}@example.com`),
      await mailed(),
    ]
    await save(one.page, [news], [])
    expect(await ticksOf(other.page)).toEqual({ [news]: false })
    expect(await ticksOf(stranger.page)).toEqual({ [news]: true })
  })

  test('names nobody in the ledger, and outlasts an erasure of the recipient', async () => {
    const news = await aTopic('News')
    const mail = await mailed()
    await save(mail.page, [news], [])
    const address = Buffer.from(mail.email)
    const whereIsIt = async () =>
      (await dumpLedger(app.app.models.connection))
        .filter(({ bytes }) => bytes.includes(address))
        .map(({ name }) => name)
    expect(await whereIsIt()).not.toContain('topic_opt_outs')
    const erased = await app.call('POST', '/v1/recipients/erase', { body: { email: mail.email } })
    expect(erased.body.messages).toBe(1)
    expect(await ticksOf(mail.page)).toEqual({ [news]: false })
    expect((await save(mail.page, [news], [])).status).toBe(200)
    expect((await pressed(mail.page, 'unsubscribe')).status).toBe(200)
    expect((await post(mail.oneClick, [['List-Unsubscribe', 'One-Click']])).status).toBe(200)
    expect(await whereIsIt()).toEqual([])
    const body = aSend({
      ...{ message_type: 'marketing', destination: { email: mail.email } },
      metadata: { from_email: SHOP },
    })
    expect((await app.call('POST', '/v1/send', { body })).body.error.code).toBe('recipient_suppressed')
  })
})

describe('what is no valid link changes nothing:', () => {
  test('a forged token, one for another purpose, or one of another deployment', async () => {
    const news = await aTopic('News')
    const mail = await mailed()
    const [token, oneClickToken] = [mail.page, mail.oneClick].map((path) => path.split('/').at(-1)!)
    const [words, signature] = token!.split('.')
    const forged = Buffer.from(`${app.accountId} ${mail.id} victim@example.com`).toString('base64url')
    const before = await ledger()
    const bad = [
      oneClickToken!,
      `${forged}.${signature}`,
      `${words}.${'A'.repeat(22)}`,
      `${words}`,
      `${token}A`,
      'x',
      '%3Cscript%3E',
      'a'.repeat(5_000),
    ]
    for (const each of bad) {
      const path = `/preferences/${each}`
      for (const answer of [await ask(path), await save(path, [news], []), await pressed(path, 'unsubscribe')]) {
        expect(answer.status, each).toBe(400)
        const text = await answer.text()
        expect(text).toContain('This link does not work')
        expect(text).not.toContain('<script')
      }
    }
    // The token of the page is none for one click.
    expect((await post(`/unsubscribe/${token}`, [['List-Unsubscribe', 'One-Click']])).status).toBe(400)
    expect(await ledger()).toEqual(before)
  })

  test('a form that is none, without an action, or too large', async () => {
    const news = await aTopic('News')
    const mail = await mailed()
    const before = await ledger()
    const json = { 'content-type': 'application/json' }
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    const send = async (body: string, headers: Record<string, string> = FORM) => {
      const answer = await ask(mail.page, { method: 'POST', headers, body })
      return [answer.status, await answer.text()] as const
    }
    expect(await send('')).toEqual([400, expect.stringContaining('action: must be save, unsubscribe or resubscribe')])
    expect(await send(`action=erase&shown=${news}`)).toEqual([400, expect.stringContaining('That did not work')])
    expect(await send('List-Unsubscribe=One-Click')).toEqual([400, expect.any(String)])
    expect(await send('{"action":"unsubscribe"}', json)).toEqual([400, expect.stringContaining('must be a form')])
    expect(await send('x', broken)).toEqual([400, expect.any(String)])
    expect(await send(`action=save&shown=${news}${'&shown=x'.repeat(3_000)}`)).toEqual([413, expect.any(String)])
    expect(await ledger()).toEqual(before)
  })

  test('and programs are told so in JSON', async () => {
    const { status, body } = await app.call('GET', '/preferences/x.y', { key: null })
    expect([status, body.error.code]).toEqual([400, 'invalid_token'])
    const { page } = await mailed()
    const answer = await post(page, [['action', 'erase']], { accept: 'application/json' })
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request', details: [{ path: 'action' }] } })
  })

  test('a list that is no topic, no longer one, deleted, or unknown', async () => {
    const hidden = await aTopic('Internal', { is_topic: false })
    const former = await aTopic('Former')
    const { page } = await mailed()
    await app.call('PUT', `/v1/contact-lists/${former}`, { body: { is_topic: false } })
    const strange = [hidden, former, 'cl_00000000000000000000000000', '', '$ne', '[object File]']
    expect((await save(page, strange, [])).status).toBe(200)
    expect(await Promise.all(strange.map(optOuts))).toEqual(strange.map(() => 0))
  })
})

test('takes forms of both types, and no files in the place of texts', async () => {
  const [news, offers] = [await aTopic('News'), await aTopic('Offers')]
  const { page } = await mailed()
  const form = new FormData()
  form.set('action', 'save')
  form.append('shown', news)
  form.append('shown', offers)
  form.append('topic', new File([offers], 'topic'))
  form.append('topic', news)
  expect((await ask(page, { method: 'POST', body: form })).status).toBe(200)
  expect(await ticksOf(page)).toEqual({ [news]: true, [offers]: false })
})

test('counts against the rate limit of the client address', async () => {
  const slow = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
  try {
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${slow.url}/preferences/x`)))
    expect(answers.some(({ status, headers }) => status === 429 && headers.get('retry-after'))).toBe(true)
  } finally {
    await slow.close()
  }
})
