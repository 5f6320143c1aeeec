import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, holdAnswer, type OpenOptions, threadRow, type WatchedPage } from '../support/browser.js'
import { builtConsole } from '../support/built-console.js'
import { receiveMail } from '../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { useBrowser } from '../support/use-browser.js'

/* What a team does together: threads that are changed at once, and who else is at a thread. */

let app: TestApp

describe.skipIf(!hasBrowser)('a team', () => {
  beforeAll(async () => {
    app = await startApp({}, { consoleFolder: await builtConsole() })
  })
  afterAll(() => app?.close())

  const openPage = useBrowser()
  function open(path: string, options: OpenOptions = {}): Promise<WatchedPage> {
    return openPage(app, { path, ...options })
  }

  test('changes several threads by one request, and takes that back by the button or by z', async () => {
    const at = 'bulk@shop.test'
    const ids: string[] = []
    for (const subject of ['One.', 'Two.', 'Three.', 'Stays.'])
      ids.push((await receiveMail(app, { subject, at })).threadId)
    const { page, expectClean } = await open(`/mail?inbox=${encodeURIComponent(at)}`)
    const select = async () => {
      for (const subject of ['One.', 'Two.', 'Three.']) await threadRow(page, subject).getByRole('checkbox').check()
    }
    const bar = page.getByRole('toolbar', { name: 'Selected threads' })
    const asked: string[] = []
    page.on('request', (request) => {
      asked.push(...(/mutation (\w+)/.exec(request.postData() ?? '')?.slice(1) ?? []))
    })
    await select()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await threadRow(page, 'Two.').waitFor({ state: 'detached' })
    await threadRow(page, 'Stays.').waitFor()
    await eventually('they are in the archive', async () => (await folders(at)) === 'archive archive archive inbox')
    await page.getByText('Archived.').waitFor()
    // Somebody works on one of them, which then stays as it is.
    await app.call('POST', `/v1/mail/threads/${ids[1]}/star`)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone as far as possible: 1 thread changed since, and stayed so.').waitFor()
    await threadRow(page, 'One.').waitFor()
    await threadRow(page, 'Three.').waitFor()
    await expectClean()
    await eventually('two are back', async () => (await folders(at)) === 'archive inbox inbox inbox')
    expect(asked.filter((name) => name !== 'SetMailPresence')).toEqual(['ChangeThreads', 'UndoThreadChanges'])

    // Also while it is being written.
    await threadRow(page, 'One.').getByRole('checkbox').check()
    await threadRow(page, 'Three.').getByRole('checkbox').check()
    const { held, letGo } = await holdAnswer(page, 'ChangeThreads', 'mutation')
    await page.keyboard.press('#')
    await threadRow(page, 'One.').waitFor({ state: 'detached' })
    await held
    await page.keyboard.press('z')
    letGo()
    await page.getByText('Undone.', { exact: true }).waitFor()
    await threadRow(page, 'One.').waitFor()
    await eventually('they are back', async () => (await folders(at)) === 'archive inbox inbox inbox')
  })

  test('sees who else has a thread open, and who is writing an answer', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Who answers?' })
    const path = `/v1/mail/threads/${threadId}/presence`
    const { page, expectClean } = await open(`/mail/threads/${threadId}`)
    const told = page.getByRole('status', { name: 'Who else is here' })
    const clients = async () => (await app.call('GET', path)).body.clients as { client_id: string; state: string }[]
    await eventually('the reader is there', async () => (await clients()).length === 1)
    expect((await clients())[0]).toMatchObject({ state: 'viewing' })
    const enter = (client_id: string, state: string, name: string) =>
      app.call('PUT', path, { body: { client_id, state, name } })
    await enter('ada', 'viewing', 'Ada')
    await told.getByText('Ada is here, too.').waitFor()
    await enter('ada', 'writing', 'Ada')
    await told.getByText('Ada is writing an answer.').waitFor()
    await enter('bo', 'viewing', 'Bo')
    await told.getByText('Ada is writing an answer. Bo is here, too.').waitFor()
    await expectClean()
    await app.call('DELETE', `${path}/ada`)
    await app.call('DELETE', `${path}/bo`)
    await eventually('nobody else is', async () => (await told.textContent()) === '')

    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByLabel('Text', { exact: true }).fill('Hello.')
    await eventually('the others hear of it', async () => (await clients())[0]?.state === 'writing')
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await eventually('the reader is gone', async () => (await clients()).length === 0)
  })
})

/** The folders of the threads of an address. To read one alone would mark it read. */
async function folders(at: string): Promise<string> {
  const { threads } = (await app.call('GET', `/v1/mail/threads?limit=100&inbox=${at}`)).body
  return threads
    .map(({ folder }: { folder: string }) => folder)
    .sort()
    .join(' ')
}
