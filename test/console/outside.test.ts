import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Names and texts of strangers that turn around what follows them: U+202E, by which `fdp.exe` looks like `exe.pdf`. */

const DOMAIN = 'shop.outside.example'
const turning = (name: string) => `\u202e${name} \u2067nruter`
/** What is shown of it. */
const shown = (name: string) => `${name} nruter`

let app: TestApp
const made: Record<string, string> = {}

describe.skipIf(!hasBrowser)('a text that turns others around', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    const make = async (path: string, body: object, key = app.adminKey) => {
      const { status, body: answer } = await app.call('POST', path, { key, body })
      expect(status, `${path}: ${JSON.stringify(answer)}`).toBeLessThan(300)
      return answer.id as string
    }
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
    const content = { subject: turning('Template subject'), body_html: '<p>x</p>' }
    made.template = await make('/v1/templates', { name: turning('Template'), channel: 'email', ...content })
    made.list = await make('/v1/contact-lists', {
      name: 'Members',
      description: turning('Purpose'),
      is_topic: true,
    })
    const contact = { email: 'ada@outside.example' }
    made.contact = await make('/v1/contacts', contact)
    await make(`/v1/contact-lists/${made.list}/members`, { contact_id: made.contact })
    const mail = {
      list_id: made.list,
      from_email: `news@${DOMAIN}`,
      subject: turning('News'),
      body_text: turning('Body'),
    }
    made.broadcast = await make('/v1/broadcasts', { name: turning('Broadcast'), ...mail })
    await make('/v1/keys', { name: turning('Key'), scope: 'read' })
    await make('/v1/mail/labels', { name: turning('Label'), color: '#3366cc' })
    await make('/v1/mail/saved-replies', { name: turning('Reply'), body_text: 'x' })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const payload = { subject: turning('Sent'), body_text: turning('Text') }
    const metadata = { from_email: `news@${DOMAIN}` }
    const tags = { order: turning('Tag') }
    made.message = await make('/v1/send', aSend({ payload, metadata, tags, scheduled_at: later }), await app.testKey())
    const { threadId } = await receiveMail(app, { subject: turning('Received'), at: `help@${DOMAIN}` })
    made.thread = threadId
    await app.call('PUT', `/v1/mail/threads/${threadId}/assignee`, { body: { assignee: turning('Colleague') } })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()

  test.each([
    ['/templates', 'Template'],
    ['/templates/:template', 'Template'],
    ['/contacts?view=lists', 'Purpose'],
    ['/contacts/lists/:list', 'Purpose'],
    ['/broadcasts', 'Broadcast'],
    ['/broadcasts/:broadcast', 'Broadcast'],
    ['/keys', 'Key'],
    ['/audit-log', 'Key'],
    ['/messages', 'Sent'],
    ['/messages/:message', 'Tag'],
    ['/messages/:message?view=text', 'Text'],
    ['/mail', 'Received'],
    ['/mail/threads/:thread', 'Colleague'],
  ])('is in the order of its characters on %s', async (path, name) => {
    const { page, expectClean } = await openPage(app, {
      path: path.replace(/:(\w+)/, (_whole, what: string) => made[what]!),
    })
    await eventually('the name is shown', async () => (await page.content()).includes(shown(name)))
    await eventually('all of it is loaded', async () => (await page.locator('main [aria-busy]').count()) === 0)
    // What is edited stays as it is: it is in fields, not in the text of the page.
    expect(await page.evaluate<string>('document.title + document.body.innerText')).not.toMatch(
      /[\u202a-\u202e\u2066-\u2069]/,
    )
    const titles = '[...document.querySelectorAll("[title]")].map((each) => each.title).join()'
    expect(await page.evaluate<string>(titles)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    await expectClean()
  })
})
