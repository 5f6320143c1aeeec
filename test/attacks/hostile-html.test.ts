import { afterEach, describe, expect, test } from 'vitest'
import { HtmlReader } from '../../src/services/reading/html-reader.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import { longestTurn } from '../support/longest-turn.js'

/** HTML that takes seconds on the thread that reads it, and nearly nothing on the one that waits. */
const ATTACKS = [
  { title: 'references to files', html: '<img src="cid:a">'.repeat(150_000) },
  { title: 'references to files that are no text', html: '<img src="cid:%">'.repeat(150_000) },
  { title: 'links with targets', html: '<a href=x target=y>'.repeat(100_000) },
  { title: 'links in links', html: '<a target'.repeat(200_000) },
  { title: 'blanks after an attribute', html: `<img src${' '.repeat(1_000_000)}x>` },
  { title: 'files of sanitised HTML', html: '<img src="/v1/inbound/inb_1/attachments/1" />'.repeat(40_000) },
]
const picture = { mediaType: 'image/png', bytes: Buffer.from('png') }
const NONE = { pictures: [], withRemote: false } as const

let threads: ReaderThreads
afterEach(() => threads.close())

describe.each(ATTACKS)('HTML of $title', ({ html }) => {
  test('is read without holding up others', async () => {
    threads = new ReaderThreads()
    const reader = new HtmlReader({ readerThreads: threads })
    const pictures = [['a', picture] as const]
    const { heldMs } = await longestTurn(async () => {
      await reader.page('acc_1', { html, kind: 'sent', pictures, withRemote: false })
      await reader.page('acc_1', { html, kind: 'received', pictures: [['1', picture]], withRemote: true })
      await reader.shownFiles('acc_1', html)
      await reader.beginning('acc_1', html)
      await reader.withOwnContentIds('acc_1', html, new Map([['$', 'own']]))
    })
    expect(heldMs).toBeLessThan(100)
  })
})

test('what takes too long has no page, no text, and keeps its references', async () => {
  threads = new ReaderThreads({ limitMs: 1 })
  const reader = new HtmlReader({ readerThreads: threads })
  const html = '<img src="cid:$">'.repeat(500_000)
  expect(await reader.page('acc_1', { html, kind: 'sent', ...NONE })).toBeNull()
  expect(await reader.beginning('acc_1', `<p>${html}`)).toBe('')
  expect(await reader.shownFiles('acc_1', html)).toEqual([])
  expect((await reader.withOwnContentIds('acc_1', html, new Map([['$', 'own']]))) === html).toBe(true)
})
