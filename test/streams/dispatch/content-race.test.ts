import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

const MESSAGES = 60

/** Opens when the provider may answer. */
let open: () => void = () => {}
const gate = new Promise<void>((resolve) => {
  open = resolve
})
const transport = recordingTransport(async ({ rfcMessageId }) => {
  await gate
  return { outcome: 'accepted', providerMessageId: rfcMessageId }
})
let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport })
})
afterAll(() => app.close())

const tryToDelete = async (id: string) => (await app.call('DELETE', `/v1/messages/${id}/content`)).status

test('a message whose content is deleted during its dispatch is sent with it, once', async () => {
  const text = (at: number) => `${at} ${(at % 2 ? 'x' : '').repeat(40_000)}`
  const items = Array.from({ length: MESSAGES }, (_none, at) =>
    aSend({ destination: { email: app.ownerEmail }, payload: { subject: 's', body_text: text(at) } }),
  )
  const { body } = await app.call('POST', '/v1/send/batch', { body: items })
  const ids: string[] = body.map((item: { response: { id: string } }) => item.response.id)
  await eventually('the provider has a mail', () => transport.handed.length > 0)
  expect(new Set(await Promise.all(ids.map(tryToDelete)))).toEqual(new Set([409]))

  open()
  await Promise.all(ids.map((id) => eventually('deleted', async () => (await tryToDelete(id)) === 204)))
  for (const [at, id] of ids.entries()) {
    const handed = transport.handed.filter(({ messageId }) => messageId === id)
    expect(handed.map((mail) => mail.text)).toEqual([text(at)])
  }
  expect(await app.app.models.messages.countDocuments({ status: 'sent', content: null })).toBe(MESSAGES)
  expect(await app.app.models.messageContents.countDocuments()).toBe(0)
  expect(await app.app.models.deadLetters.countDocuments()).toBe(0)
})
