import { describe, expect, test } from 'vitest'
import { SendRequest } from '../../../src/contract/messages.js'
import { loopProblem } from '../../../src/services/receiving/routes/forwardable.js'
import { forwardedMail } from '../../../src/services/receiving/routes/forwarded-mail.js'
import { receivedContent, receivedEmail } from '../../support/received-email.js'

const route = { _id: 'route_1', forward_address: 'team@example.net', domain: 'acme.test' }
const forward = (
  email = receivedEmail(),
  content = receivedContent(),
  leftOut: { filename: string; size: number }[] = [],
) => forwardedMail(email, content, route, leftOut)

test('a forward comes from the domain, with replies to the sender', () => {
  const { destination, metadata, payload } = forward()
  expect(destination).toEqual({ email: 'team@example.net' })
  expect(metadata?.from_email).toBe('Ada Lovelace via acme.test <forward@acme.test>')
  expect(payload).toMatchObject({
    subject: 'Hello',
    body_text: 'Hello there.',
    reply_to: ['ada@example.org'],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Postline-Loop': 'route_1', References: '<first@example.org>' },
  })
})

test('replies go where the original wants them', () => {
  const { payload } = forward(receivedEmail({ reply_to: [{ name: null, email: 'list@example.org' }] }))
  expect(payload?.reply_to).toEqual(['list@example.org'])
})

test('replies go to the sender where the original wants them at no address', () => {
  const { payload } = forward(receivedEmail({ reply_to: [{ name: 'Support', email: '' }] }))
  expect(payload?.reply_to).toEqual(['ada@example.org'])
})

test('a file that is too large is named in the body', () => {
  const files = [{ filename: '<b>plan</b>.pdf', size: 9_000_000 }]
  const { payload } = forward(receivedEmail(), receivedContent({ html: '<p>Hello</p>' }), files)
  expect(payload?.body_text).toContain(
    'Not forwarded, because the files are too large: <b>plan</b>.pdf (9,000,000 bytes).',
  )
  expect(payload?.body_html).toContain('&#60;b&#62;plan')
  const one = forward(receivedEmail(), receivedContent({}), [{ filename: 'a', size: 1 }])
  expect(one.payload?.body_text).toContain('a (1 byte).')
})

test('of a mail with empty HTML and no text, a file that is too large is named in the text', () => {
  const { payload } = forward(receivedEmail(), receivedContent({ text: null, html: '' }), [{ filename: 'a', size: 1 }])
  expect(payload).toMatchObject({ body_html: undefined, body_text: expect.stringContaining('a (1 byte).') })
})

describe('a request that the rules of sending accept is made of', () => {
  const odd = [
    ['no author', receivedEmail({ from: [] }), receivedContent()],
    ['an author with a line break', receivedEmail({ from: [{ name: 'A\r\nBcc: x', email: 'x' }] }), receivedContent()],
    [
      'an author with an encoded word',
      receivedEmail({ from: [{ name: '=?utf-8?q?x?=', email: 'x' }] }),
      receivedContent(),
    ],
    [
      'an endless name',
      receivedEmail({ from: [{ name: 'n'.repeat(5_000), email: 'x@example.org' }] }),
      receivedContent(),
    ],
    ['no subject', receivedEmail({ subject: '' }), receivedContent()],
    ['an endless subject', receivedEmail({ subject: 's'.repeat(9_000) }), receivedContent()],
    ['a subject with control characters', receivedEmail({ subject: 'a\0\nb' }), receivedContent()],
    ['no text', receivedEmail(), receivedContent({ text: null, html: null })],
    ['an empty text', receivedEmail(), receivedContent({ text: '' })],
    ['HTML alone', receivedEmail(), receivedContent({ text: null, html: '<p>x</p>' })],
    ['empty HTML alone', receivedEmail(), receivedContent({ text: null, html: '' })],
    ['a text with empty HTML', receivedEmail(), receivedContent({ text: 'x', html: '' })],
    ['an odd Message-ID', receivedEmail({ rfc_message_id: 'a b<c>' }), receivedContent()],
    [
      '100 authors',
      receivedEmail({ from: Array(100).fill({ name: null, email: 'x@example.org' }) }),
      receivedContent(),
    ],
  ] as const
  test.each(odd)('%s', (_title, email, content) => {
    const request = forward(email, content)
    // Requests cannot have its key, which names forwarded mail.
    expect(SendRequest.safeParse({ ...request, idempotency_key: 'a-request' }).error?.issues ?? []).toEqual([])
    expect(request.payload!.subject).toBeTruthy()
    expect(request.payload!.body_html ?? request.payload!.body_text).toBeTruthy()
  })
})

describe('a mail is not forwarded', () => {
  const received = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'Received', value: 'from a by Inbound.acme.test with ESMTP' }))

  test('if a route has forwarded it before', () => {
    expect(loopProblem([{ name: 'x-postline-loop', value: 'x' }], 'inbound.acme.test')).toContain('already forwarded')
  })
  test('if it has passed here more than ten times', () => {
    expect(loopProblem(received(10), 'inbound.acme.test')).toBeNull()
    expect(loopProblem(received(11), 'inbound.acme.test')).toBe('it has passed here 11 times')
  })
  test('but automatic mail is', () => {
    expect(loopProblem([{ name: 'Auto-Submitted', value: 'auto-replied' }], 'inbound.acme.test')).toBeNull()
  })
})
