import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldEarlierMail } from '../../../src/services/mail-app/fold-earlier.js'
import { receiveMail } from '../../support/file-mail.js'
import { anotherProcess } from '../../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterEach(() => app.close())

/** A mail as an earlier version filed it: found by its words as they are written. */
async function earlierMail(): Promise<string> {
  const from = 'Zoë Müller <zoe@example.com>'
  const { id } = await receiveMail(app, { from, subject: 'Café', text: 'Grüße an Frau Müller aus Łódź' })
  const words = ['café', 'grüße', 'an', 'frau', 'müller', 'aus', 'łódź', 'zoë', 'zoe', 'zoe@example.com', 'example.com']
  const terms = [' f:zoë', ' f:müller', ' f:zoe@example.com', ' s:café', ...words]
  await app.app.models.mailItems.updateOne({ _id: id }, { $set: { terms } })
  await app.app.models.mailTexts.updateOne({ _id: id }, { $set: { words: ' café | grüße an frau müller aus łódź ' } })
  return id
}

const found = async (q: string) => {
  const { status, body } = await app.call('GET', `/v1/mail/search?q=${encodeURIComponent(q)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results.length as number
}
const position = async () => (await app.app.models.system.findById('mail:folded').lean())?.value
const foldAll = async () => {
  const counts: number[] = []
  for await (const count of foldEarlierMail(app.app.models)) counts.push(count)
  return counts.reduce((sum, count) => sum + count, 0)
}

const WITHOUT_MARKS = ['muller', 'mull', 'cafe', 'from:muller', 'subject:cafe', 'lodz', '"frau muller"', '"grusse an"']
const AS_WRITTEN = ['müller', 'mueller', 'café', 'from:zoë', '"frau müller"', 'grüße', 'gruesse']

test('mail of an earlier version is found without the marks on its letters, once it was gone through', async () => {
  const id = await earlierMail()
  await receiveMail(app, { subject: 'Müller today', text: 'Nothing else.' })
  for (const q of WITHOUT_MARKS) expect([q, await found(q)]).toEqual([q, q.includes('mull') && q.length < 7 ? 1 : 0])
  expect(await foldAll()).toBe(1)
  for (const q of WITHOUT_MARKS) expect([q, await found(q)]).toEqual([q, q.includes('mull') && q.length < 7 ? 2 : 1])
  for (const q of AS_WRITTEN) expect(await found(q), q).toBeGreaterThan(0)
  const { terms } = (await app.app.models.mailItems.findById(id).lean())!
  expect(new Set(terms).size).toBe(terms.length)
})

test('it happens once, and goes on where a process died', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push(await earlierMail())
  await app.app.models.system.create([{ _id: 'mail:folded', value: ids[0] }])
  expect(await foldAll()).toBe(2)
  expect(await found('lodz')).toBe(2)
  expect(await position()).toBe('done')
  await earlierMail()
  expect(await foldAll()).toBe(0)
})

test('what is erased from a mail meanwhile does not come back', async () => {
  const id = await earlierMail()
  const { mailItems, mailTexts } = app.app.models
  const { findOne } = mailItems.collection
  // Between reading and writing.
  mailItems.collection.findOne = (async (...args: Parameters<typeof findOne>) => {
    const row = await findOne.apply(mailItems.collection, args)
    mailItems.collection.findOne = findOne
    await mailItems.updateOne({ _id: id }, { $set: { terms: ['an', 'łódź'] } })
    await mailTexts.updateOne({ _id: id }, { $set: { words: ' | an łódź ' } })
    return row
  }) as typeof findOne
  expect(await foldAll()).toBe(1)
  expect((await mailItems.findById(id).lean())!.terms).toEqual(['an', 'łódź', 'lodz'])
  expect((await mailTexts.findById(id).lean())!.words).toBe(' | an lodz ')
})

test('a scheduler does it in the background', async () => {
  await earlierMail()
  const scheduler = await anotherProcess(app, { ROLES: 'scheduler' })
  try {
    await eventually('the mail is found', async () => (await found('lodz')) === 1)
  } finally {
    await scheduler.close()
  }
})
