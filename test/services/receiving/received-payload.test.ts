import { expect, test } from 'vitest'
import { systemClock } from '../../../src/clock.js'
import { createIds } from '../../../src/ids.js'
import { receivedPayload } from '../../../src/services/receiving/received-payload.js'
import { testEvent } from '../../../src/services/tracking/webhooks/test-event.js'
import { receivedContent, receivedEmail } from '../../support/received-email.js'

const LIMIT = 256 * 1024

test('the payload has the mail without headers and HTML for reading', () => {
  const payload = receivedPayload(receivedEmail(), receivedContent({ html: '<p>Hello</p>', html_safe: '<p>Hello</p>' }))
  expect(payload).toEqual({
    id: 'inb_01kajqx0a2s4d6f8g0h2j4k6m8',
    domain: 'acme.test',
    recipient: 'support@acme.test',
    inbox_id: null,
    from: 'Ada Lovelace <ada@example.org>',
    to: ['support@acme.test'],
    cc: [],
    subject: 'Hello',
    spf_verdict: 'PASS',
    dkim_verdict: 'PASS',
    dmarc_verdict: 'PASS',
    spam_verdict: 'NONE',
    virus_verdict: 'NONE',
    attachments: [],
    size_bytes: 120,
    received_at: expect.stringMatching(/^2025-|^2026-/),
    thread_id: null,
    text: 'Hello there.',
    html: '<p>Hello</p>',
    reply_text: 'Hello there.',
    rfc_message_id: 'first@example.org',
    in_reply_to: [],
    references: [],
  })
})

test('a test event has the same fields', () => {
  const { payload } = testEvent('acc_1', 'email.received', createIds(systemClock))
  const { test: isTest, ...fields } = payload
  expect(isTest).toBe(true)
  expect(Object.keys(fields).sort()).toEqual(Object.keys(receivedPayload(receivedEmail(), receivedContent())).sort())
})

test.each([
  ['one byte too long', 'a'.repeat(LIMIT + 1), 'a'.repeat(LIMIT)],
  ['with a character across the limit', `${'a'.repeat(LIMIT - 1)}é${'b'.repeat(9)}`, 'a'.repeat(LIMIT - 1)],
  ['with an emoji across the limit', `${'a'.repeat(LIMIT - 3)}😀b`, 'a'.repeat(LIMIT - 3)],
])('a text %s is cut at a whole character', (_title, text, expected) => {
  const payload = receivedPayload(receivedEmail(), receivedContent({ text }))
  expect(payload.text === expected).toBe(true)
  expect(payload.truncated).toBe(true)
})

test('a text at the limit is whole', () => {
  const text = 'a'.repeat(LIMIT)
  const payload = receivedPayload(receivedEmail(), receivedContent({ text, html: text }))
  expect(payload.text).toBe(text)
  expect(payload).not.toHaveProperty('truncated')
})

test('of endless references the newest are left', () => {
  const references = Array.from({ length: 10_000 }, (_none, index) => `${index}@example.org`)
  const payload = receivedPayload(receivedEmail({ references }), receivedContent())
  expect(payload.references).toHaveLength(100)
  expect((payload.references as string[]).at(-1)).toBe('9999@example.org')
})
