import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAME_SCRIPT } from '../../src/services/reading/mail-pages/frame-script.js'
import { PICTURE, previewOf, sendHtml } from '../support/previews.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a sent mail is shown with its pictures, and its links open in new tabs', async () => {
  const id = await sendHtml(app, '<p>Hi</p><a href="https://example.com/" target="_top">x</a><img src="cid:a">', [
    PICTURE,
  ])
  expect(await previewOf(app, id)).toBe(
    `<base target="_blank"><script>${FRAME_SCRIPT}</script><p>Hi</p><a href="https://example.com/" data-target="_top">x</a><img src="data:image/png;base64,cG5n">`,
  )
})
