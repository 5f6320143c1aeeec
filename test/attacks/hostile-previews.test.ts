import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestTurn } from '../support/longest-turn.js'
import { PICTURE, previewOf, sendHtml } from '../support/previews.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test.each([
  ['pictures that take a place each', '<img src=cid:a>'.repeat(500_000)],
  ['pictures whose names are no text', '<img src=cid:%>'.repeat(500_000)],
  ['links', '<a href=x target=y>'.repeat(300_000)],
])('a mail full of %s holds up nobody', async (_title, html) => {
  const id = await sendHtml(app, html, [PICTURE])
  const { result: page, heldMs } = await longestTurn(() => previewOf(app, id))
  expect(page.length > html.length || page.includes('takes too long to show')).toBe(true)
  expect(heldMs).toBeLessThan(200)
})
