import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/errors.js'
import { parseInput } from '../../src/operations/runner.js'
import { createWebhook, listDeliveries, redeliver, testWebhook, updateWebhook } from '../../src/operations/webhooks.js'

const URL = 'https://example.com/hook'

/** The invalid fields of an input, with the messages. */
function refusal(parse: () => unknown): Record<string, string> {
  try {
    parse()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.code).toBe('invalid_request')
    return Object.fromEntries((error.details ?? []).map(({ path, message }) => [path, message]))
  }
  throw new Error('the input was accepted')
}

describe('the input of a subscription', () => {
  it.each([
    ['no URL', {}, 'endpoint_url', /https/],
    ['a URL that is not a string', { endpoint_url: 7 }, 'endpoint_url', /https/],
    ['a null URL', { endpoint_url: null }, 'endpoint_url', /https/],
    ['a URL that is too long', { endpoint_url: `${URL}/${'x'.repeat(2_048)}` }, 'endpoint_url', /2048/],
    [
      'event types that are not a list',
      { endpoint_url: URL, event_types: 'sent' },
      'event_types',
      /list of event types/,
    ],
    [
      'an unknown event type',
      { endpoint_url: URL, event_types: ['sent', 'read'] },
      'event_types.1',
      /one of sent, delivered/,
    ],
    ['the status queued', { endpoint_url: URL, event_types: ['queued'] }, 'event_types.0', /one of sent/],
    ['the decision suppressed', { endpoint_url: URL, event_types: ['suppressed'] }, 'event_types.0', /one of sent/],
    ['the decision unsubscribed', { endpoint_url: URL, event_types: ['unsubscribed'] }, 'event_types.0', /one of sent/],
  ])('is refused with %s, and the error names the field', (_name, input, path, message) => {
    expect(refusal(() => parseInput(createWebhook.input, input))).toEqual({ [path]: expect.stringMatching(message) })
  })

  it('needs only a URL; missing or null event types mean all, and unknown fields are refused', () => {
    expect(parseInput(createWebhook.input, { endpoint_url: URL })).toEqual({ endpoint_url: URL })
    expect(refusal(() => parseInput(createWebhook.input, { endpoint_url: URL, more: 1 }))).toEqual({
      more: 'is not a field here.',
    })
    expect(parseInput(createWebhook.input, { endpoint_url: URL, event_types: null }).event_types).toBeUndefined()
    expect(parseInput(createWebhook.input, { endpoint_url: URL, event_types: [] }).event_types).toEqual([])
  })

  it('can change each field separately', () => {
    expect(parseInput(updateWebhook.input, { id: 'wh_1' })).toEqual({ id: 'wh_1' })
    expect(parseInput(updateWebhook.input, { id: 'wh_1', is_active: false }).is_active).toBe(false)
    expect(refusal(() => parseInput(updateWebhook.input, { id: 'wh_1', is_active: 'no' }))).toEqual({
      is_active: expect.stringMatching(/true.*false/),
    })
  })
})

describe('other inputs', () => {
  it('for the log clamp the limit', () => {
    const limitOf = (limit: unknown) => parseInput(listDeliveries.input, { id: 'wh_1', limit }).limit
    expect([undefined, '0', '7', 1_000, 'many'].map(limitOf)).toEqual([50, 1, 7, 100, 50])
  })

  it('for a test event can name its type', () => {
    expect(parseInput(testWebhook.input, { id: 'wh_1' }).event_type).toBeUndefined()
    expect(refusal(() => parseInput(testWebhook.input, { id: 'wh_1', event_type: 'queued' }))).toHaveProperty(
      'event_type',
    )
  })

  it('for a redelivery name the delivery', () => {
    expect(refusal(() => parseInput(redeliver.input, { id: 'wh_1' }))).toHaveProperty('delivery_id')
  })
})
