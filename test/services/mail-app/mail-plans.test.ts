import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../support/file-mail.js'
import { startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,scheduler' })
})
afterAll(() => app.close())

test('no query of the mail app scans a collection', async () => {
  const { db } = app.app.models.connection
  for (let index = 0; index < 5; index += 1) await receiveMail(app, { subject: `Plan ${index % 2}` })
  await app.call('POST', '/v1/mail/labels', { body: { name: 'Plan' } })
  await db!.setProfilingLevel('all')
  const { threadId, id } = await receiveMail(app, { subject: 'Plan', references: ['plan@example.com'] })
  await app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels: ['plan'] } })
  const filters = ['', 'folder=inbox', 'folder=sent&unread=true', 'label=plan', 'starred=false&inbox=support@shop.test']
  const searches = [
    'plan',
    'from:ada subject:plan text',
    '-plan',
    '"some text"',
    'is:unread in:inbox',
    'larger:1 after:2026-01-01',
  ]
  const paths = [
    ...filters.map((query) => `/v1/mail/threads?${query}`),
    ...searches.flatMap((q) => [
      `/v1/mail/threads?q=${encodeURIComponent(q)}`,
      `/v1/mail/search?q=${encodeURIComponent(q)}`,
    ]),
    ...[`/v1/mail/threads/${threadId}`, '/v1/mail/labels', '/v1/mail/inboxes', '/v1/mail/export'],
  ]
  for (const path of paths) expect((await app.call('GET', path)).status, path).toBe(200)
  await app.call('POST', `/v1/mail/messages/inbound/${id}/star`)
  await db!.setProfilingLevel('off')

  const profiled = await db!
    .collection('system.profile')
    .find({ ns: /\.mail_/ })
    .toArray()
  expect(profiled.length).toBeGreaterThan(paths.length)
  const scans = profiled.filter(({ planSummary }) => /COLLSCAN/.test(planSummary ?? ''))
  expect(scans.map(({ ns, command }) => ({ ns, command }))).toEqual([])
})

test('the unread threads of labels are counted from an index alone', async () => {
  const { db } = app.app.models.connection
  await app.call('POST', '/v1/mail/labels', { body: { name: 'Counted' } })
  const threads: string[] = []
  for (let index = 0; index < 5; index += 1) {
    threads.push((await receiveMail(app, { subject: `Counted ${index}` })).threadId)
  }
  const [read, ...others] = threads.slice(0, 4)
  for (const id of [read, ...others]) {
    await app.call('PUT', `/v1/mail/threads/${id}/labels`, { body: { labels: ['counted'] } })
  }
  await app.call('POST', `/v1/mail/threads/${read}/read`)
  await db!.setProfilingLevel('all')
  const { labels } = (await app.call('GET', '/v1/mail/labels')).body
  await db!.setProfilingLevel('off')
  const label = labels.find(({ name }: { name: string }) => name === 'Counted')
  expect(label.unread).toBe(others.length)

  const ofLabel = { 'command.pipeline.0.$match.labels': label.id }
  const [count, ...more] = await db!.collection('system.profile').find(ofLabel).toArray()
  expect(more).toEqual([])
  expect(count).toMatchObject({ docsExamined: 0 })
  expect(count!.planSummary).toMatch(/^(COUNT_SCAN|IXSCAN) \{ account_id: 1, labels: 1, unread: 1, position: 1 \}$/)
  expect(count!.keysExamined).toBeLessThanOrEqual(others.length + 1)
})
