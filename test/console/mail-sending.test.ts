import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendTimes } from '../../console/src/pages/mail/sending/send-times.js'
import { hasBrowser, holdAnswer, loseAnswer, type OpenOptions, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* Mail is sent while its writer goes on, and can be taken back; or it waits for a time that was chosen. */

test('times to send are those to which mail is snoozed, by what they mean for a mail', () => {
  const titles = sendTimes(new Date('2026-11-26T09:20')).map(({ title }) => title)
  expect(titles).toEqual(['Later today', 'Tomorrow morning', 'Monday morning'])
})

let app: TestApp

describe.skipIf(!hasBrowser)('a mail that is sent', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  async function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(app, { path, ...options })
    watched.page.on('dialog', (dialog) => void dialog.accept())
    return watched
  }

  // A reader has 10 s to undo a send, and a busy machine may be slower than that.
  test('is a draft again with everything in it when it is undone, by the keyboard too', { retry: 3 }, async () => {
    const subject = `Undone${Date.now()}`
    const { page, expectClean } = await open('/mail/compose')
    await write(page, subject)
    await page.getByLabel('Files', { exact: true }).setInputFiles([inMemory('plan.txt')])
    // It is undone before it is accepted: the mail is canceled as soon as that is known.
    const { held, letGo } = await holdAnswer(page, 'SendDraft', 'mutation')
    await page.getByLabel('Text').press('Control+Enter')
    await page.waitForURL('**/mail/sent')
    await held
    await page.locator('h1').click()
    await page.keyboard.press('z')
    letGo()
    await page.getByText('Not sent. It is a draft again.').waitFor()
    await page.getByLabel('Text').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe(subject)
    expect(await page.getByRole('button', { name: 'Remove plan.txt' }).count()).toBe(1)
    expect((await messages(subject)).map(({ status }) => status)).toEqual(['canceled'])
    await expectClean()

    // Sent again, it is another mail, and the toast says how long it can be undone.
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const toast = page.locator('.toast', { hasText: 'Sending.' })
    await toast.getByText(/^\d+ s$/).waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click({ timeout: 10_000 })
    await page.getByLabel('Text').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Some words')
  })

  test('leaves when nobody undoes it, and then it is too late', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Answered', at: 'help@shop.test' })
    const { page, expectClean } = await open(`/mail/threads/${threadId}`)
    await page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Text').fill('An answer')
    await page.getByLabel('Text').press('Control+Enter')
    // The reader goes on at once.
    await page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
    await page.locator('.toast', { hasText: 'Sending.' }).waitFor()
    await expectClean()
    await eventually('it has left', async () =>
      ['sent', 'delivered'].includes((await messages('Re: Answered'))[0]?.status ?? ''),
    )
    await page.keyboard.press('z')
    await page.getByText('Too late: it has been sent.').waitFor()
    expect(await page.locator('.mails > li').count()).toBe(2)
  })

  test('that is refused comes back to its writer with what is wrong, and is sent once when the answer was lost', async () => {
    const { page, expectClean } = await open('/mail/compose')
    await write(page, 'Refused')
    await page.getByLabel('To', { exact: true }).fill('nobody at all')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^Not sent: /).waitFor()
    await page.getByRole('alert').waitFor()
    await expectClean()
    expect(await page.getByLabel('Text').inputValue()).toBe('Some words')
    await page.getByLabel('To', { exact: true }).fill('ada@elsewhere.test')
    await page.getByText('Draft saved.').waitFor()
    await loseAnswer(page, 'SendDraft')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.toast', { hasText: 'Sending.' }).waitFor()
    await eventually('it is accepted', async () => (await messages('Refused')).length > 0)
    await eventually('it has left', async () => (await messages('Refused'))[0]?.status !== 'scheduled')
    expect(await messages('Refused')).toHaveLength(1)
  })

  test('later is among the scheduled ones, gets another time there, and is a draft again when it is canceled', async () => {
    const { page, expectClean } = await open('/mail/compose')
    await write(page, 'Later')
    await page.getByRole('button', { name: 'Send later' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send later' })
    await dialog.getByText('In your time zone, Europe/Berlin.').waitFor()
    await dialog.getByLabel('Another date and time').fill('2020-01-01T08:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('must be in the future').waitFor()
    await expectClean()
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).press('Enter')
    await page.getByText(/^It is sent on /).waitFor()
    await page.getByRole('link', { name: 'Scheduled' }).click()
    const list = page.getByRole('region', { name: 'Scheduled mails' })
    await list.getByRole('link', { name: 'Later' }).waitFor()
    await expectClean()
    const [first] = await messages('Later')

    await list.getByRole('button', { name: 'Change time of Later' }).click()
    await dialog.getByRole('button', { name: /^Monday morning/ }).click()
    const second = await eventually('it waits for another time', async () => {
      return (await messages('Later')).find(({ id, status }) => status === 'scheduled' && id !== first!.id)
    })
    // In the time zone of the browser.
    const time = new Date(second.scheduled_at).toLocaleString('en-GB', { timeZone: 'Europe/Berlin' })
    expect(time).toMatch(/, 08:00:00$/)

    await list.getByRole('button', { name: 'Cancel Later' }).click()
    await page.getByRole('button', { name: 'Open the draft' }).click()
    await page.getByLabel('Text').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Later')
    expect((await messages('Later')).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('has the signature of its inbox, unless it is switched off', async () => {
    await app.call('POST', '/v1/mail/inboxes', { body: { address: 'signed@shop.test' } })
    const { page, expectClean } = await open('/mail?inbox=signed@shop.test')
    await page.getByRole('button', { name: 'Signature' }).click()
    const dialog = page.getByRole('dialog', { name: 'Signature of signed@shop.test' })
    await dialog.getByLabel('Text').fill('Kind regards')
    await expectClean()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The signature is saved.').waitFor()
    for (const isOn of [true, false]) {
      const subject = isOn ? 'Signed' : 'Not signed'
      await page.getByRole('link', { name: 'Compose' }).click()
      await write(page, subject)
      const box = page.getByLabel('Add the signature of signed@shop.test')
      await box.setChecked(isOn)
      expect(await page.getByText('Kind regards').count()).toBe(isOn ? 1 : 0)
      await expectClean()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      const { id } = await eventually('it is accepted', async () => (await messages(subject))[0])
      const { body } = await app.call('GET', `/v1/messages/${id}/content`)
      expect(body.body_text).toBe(isOn ? 'Some words\n\n-- \nKind regards' : 'Some words')
    }
  })

  test('later is among the scheduled ones of its sender, if the reader looks at one inbox', async () => {
    for (const name of ['one', 'two']) {
      await app.call('POST', '/v1/mail/inboxes', { body: { address: `${name}@shop.test` } })
      const mail = { from: `${name}@shop.test`, to: 'ada@elsewhere.test', subject: `From ${name}`, body_text: 'x' }
      await app.call('POST', '/v1/mail/compose', { body: { ...mail, scheduled_at: new Date(Date.now() + 3_600_000) } })
    }
    const { page, expectClean } = await open('/mail?inbox=one@shop.test')
    await page.getByRole('link', { name: 'Scheduled' }).click()
    const list = page.getByRole('region', { name: 'Scheduled mails' })
    await list.getByRole('link', { name: 'From one' }).waitFor()
    expect(await list.getByRole('link', { name: 'From two' }).count()).toBe(0)
    await expectClean()
    await page.getByRole('link', { name: 'All addresses' }).click()
    await page.getByRole('link', { name: 'Scheduled' }).click()
    await list.getByRole('link', { name: 'From two' }).waitFor()
    await list.getByRole('link', { name: 'From one' }).waitFor()
  })
})

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('ada@elsewhere.test')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text').fill('Some words')
}

const inMemory = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Ten lines') })

/** The messages with a subject, newest first. */
async function messages(subject: string): Promise<{ id: string; status: string; scheduled_at: string }[]> {
  const { body } = await app.call('GET', '/v1/messages?limit=100')
  return body.messages.filter((each: { subject: string }) => each.subject === subject)
}
