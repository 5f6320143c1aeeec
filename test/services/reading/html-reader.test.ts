import { afterEach, expect, test } from 'vitest'
import { HtmlReader } from '../../../src/services/reading/html-reader.js'
import { FRAME_SCRIPT } from '../../../src/services/reading/mail-pages/frame-script.js'
import { ReaderThreads } from '../../../src/services/reading/reader-threads.js'

const picture = { mediaType: 'image/png', bytes: Buffer.from('png') }
const NONE = { pictures: [], withRemote: false } as const

let threads: ReaderThreads
afterEach(() => threads.close())

test('short and long HTML are read alike', async () => {
  threads = new ReaderThreads()
  const reader = new HtmlReader({ readerThreads: threads })
  const filler = '<i></i>'.repeat(2_000)
  for (const end of ['', filler]) {
    const html = `<p>Hello <b>Ada</b></p><img src="cid:$"><img src="/v1/inbound/inb_1/attachments/7" />${end}`
    expect(await reader.beginning('acc_1', html)).toBe('Hello Ada')
    expect(await reader.shownFiles('acc_1', html)).toEqual(['7'])
    expect(await reader.withOwnContentIds('acc_1', html, new Map([['$', 'own']]))).toBe(html.replace('$', 'own'))
    const page = await reader.page('acc_1', { html, kind: 'sent', ...NONE, pictures: [['$', picture]] })
    expect(String(page)).toBe(
      `<base target="_blank"><script>${FRAME_SCRIPT}</script>${html.replace('cid:$', 'data:image/png;base64,cG5n')}`,
    )
  }
})
