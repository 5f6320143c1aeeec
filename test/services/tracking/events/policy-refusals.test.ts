import { describe, expect, test } from 'vitest'
import { policyRefusal, withRefusalReason } from '../../../../src/services/tracking/events/policy-refusals.js'

const UNAUTHENTICATED = '550-5.7.26 Your email has been blocked because the sender is unauthenticated. - gsmtp'

describe('a refusal because of a policy gets a plain reason', () => {
  test.each([
    [UNAUTHENTICATED, /SPF and DKIM/],
    ['550 5.7.25 The IP address sending this message does not have a PTR record setup. - gsmtp', /PTR record/],
    ['550 5.7.515 Access denied, sending domain EXAMPLE.COM does not meet the required authentication level.', /DMARC/],
    ['550 5.7.509: Access denied, sending domain example.com does not pass DMARC verification', /DMARC/],
    ['550-5.7.27 Your email has been blocked because SPF did not pass. gsmtp', /^SPF failed/],
    ['421-4.7.30 This mail has been rate limited because DKIM does not pass. gsmtp', /DKIM signature/],
    ['421-4.7.29 Your email has been rate limited because it was not sent over TLS. - gsmtp', /TLS/],
    ['550 5.7.28 unusual rate of mail, see https://support.google.com/mail', /complaints/],
    ['smtp; 550 5.7.606 Access denied, banned sending IP [192.0.2.1]', /blocks the sending IP/],
    ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints', /complaints/],
    ['554 5.7.9 Message not accepted for policy reasons. See https://senders.yahooinc.com/', /DMARC/],
  ])('%s', (reply, reason) => {
    expect(policyRefusal(reply)).toMatch(reason)
  })
})

test.each([
  ['550 5.1.1 The email account that you tried to reach does not exist. - gsmtp'],
  ['550 5.7.1 Relaying denied'],
  // Here the number means that the sender address has a null MX (RFC 7505).
  ['550 5.7.27 Sender address has null MX'],
  ['550 5.7.260 something else'],
  ['connect ECONNREFUSED 10.5.7.26:25'],
])('another reply gets none: %s', (reply) => {
  expect(policyRefusal(reply)).toBeNull()
})

describe('the payload of an event', () => {
  test('keeps the raw reply beside the reason', () => {
    const reason = policyRefusal(UNAUTHENTICATED)
    const bounce = {
      bounceType: 'Transient',
      bouncedRecipients: [{ emailAddress: 'a@b.cc' }, { diagnosticCode: UNAUTHENTICATED }],
    }
    expect(withRefusalReason('failed', { error: UNAUTHENTICATED })).toEqual({ error: UNAUTHENTICATED, reason })
    expect(withRefusalReason('bounced', { bounce })).toEqual({ bounce, reason })
  })

  test.each([
    [null],
    ['text'],
    [{}],
    [{ bouncedRecipients: 'x' }],
    [{ bouncedRecipients: [null, 5, { diagnosticCode: 5 }] }],
  ])('stays as it is when the bounce is %j', (odd) => {
    expect(withRefusalReason('bounced', { bounce: odd })).toEqual({ bounce: odd })
  })

  test('of another type stays as it is', () => {
    expect(withRefusalReason('delivered', { error: UNAUTHENTICATED })).toEqual({ error: UNAUTHENTICATED })
  })
})
