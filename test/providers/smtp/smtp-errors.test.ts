import { describe, expect, test } from 'vitest'
import { isUnknownRecipient, rejectedRecipients, resultOfSmtpError } from '../../../src/providers/smtp/smtp-errors.js'

describe('the result of a failed hand-over', () => {
  test.each([
    ['EENVELOPE', 'MAIL FROM', 550, 'refused'],
    ['EENVELOPE', 'RCPT TO', 550, 'refused'],
    ['EENVELOPE', 'RCPT TO', 553, 'refused'],
    ['EENVELOPE', 'DATA', 554, 'refused'],
    ['EMESSAGE', 'DATA', 552, 'refused'],
    ['EMESSAGE', 'MAIL FROM', undefined, 'refused'],
    ['EENVELOPE', 'API', undefined, 'refused'],
    ['EENVELOPE', 'MAIL FROM', 421, 'deferred'],
    ['EENVELOPE', 'RCPT TO', 450, 'deferred'],
    ['EENVELOPE', 'RCPT TO', 451, 'deferred'],
    ['EMESSAGE', 'DATA', 452, 'deferred'],
    ['EENVELOPE', 'MAIL FROM', 503, 'deferred'],
    ['EENVELOPE', 'MAIL FROM', 530, 'deferred'],
    ['EENVELOPE', 'MAIL FROM', 538, 'deferred'],
    ['EAUTH', 'AUTH PLAIN', 535, 'deferred'],
    ['EAUTH', 'AUTH PLAIN', 454, 'deferred'],
    ['EAUTH', 'API', undefined, 'deferred'],
    ['EPROTOCOL', 'CONN', 554, 'deferred'],
    ['EPROTOCOL', 'HELO', 502, 'deferred'],
    ['ECONNECTION', 'CONN', 554, 'deferred'],
    ['ECONNECTION', 'API', undefined, 'deferred'],
    ['ETLS', 'STARTTLS', 502, 'deferred'],
    ['ETIMEDOUT', 'CONN', undefined, 'deferred'],
    ['ESOCKET', 'CONN', undefined, 'deferred'],
    ['EDNS', 'CONN', undefined, 'deferred'],
    [undefined, undefined, undefined, 'deferred'],
  ])('%s at %s with %s: %s', (code, command, responseCode, outcome) => {
    const response = responseCode ? `${responseCode} so it is` : undefined
    expect(resultOfSmtpError({ message: 'm', code, command, responseCode, response }).outcome).toBe(outcome)
  })

  test("quotes the server's reply on one line of limited length", () => {
    const response = `550-5.1.1 no\r\n550 such user ${'x'.repeat(1000)}`
    const { error } = resultOfSmtpError({
      message: 'm',
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response,
    })
    expect(error).toMatch(/^550-5\.1\.1 no 550 such user x+$/)
    expect(error).toHaveLength(500)
  })

  test('describes a connection failure without the addresses of our network', () => {
    const message = 'connect ECONNREFUSED 10.1.2.3:25'
    const result = resultOfSmtpError({ message, code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' })
    expect(result.error).toBe('mail server: ECONNREFUSED')
  })
})

describe('a recipient without a mailbox', () => {
  test.each([
    [550, '550 5.1.1 The email account that you tried to reach does not exist.'],
    [550, '550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist.'],
    [550, '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found'],
    [556, '556 5.1.10 Domain does not accept mail'],
    [550, '550 No such user here'],
    [550, '550 <a@b.example>: Recipient address rejected: User unknown in local recipient table'],
    [550, '550 Unknown user'],
    [551, '551 User not found'],
    [553, "553 sorry, that mailbox doesn't exist"],
  ])('is recognized by %d %s', (responseCode, response) => {
    expect(isUnknownRecipient({ message: 'm', responseCode, response })).toBe(true)
  })

  test.each([
    [550, '550 5.7.1 Service unavailable; client host blocked, user unknown to us'],
    [550, '550 5.7.26 This mail is unauthenticated'],
    [550, '550 5.2.1 The account is inactive'],
    [552, '552 5.2.2 Mailbox full'],
    [550, '550 5.4.1 Recipient address rejected: Access denied'],
    [550, '550 Mailbox unavailable'],
    [550, '550 Rejected: looks like spam'],
    [554, '554 Unknown user'],
    [450, '450 4.1.1 User unknown, try later'],
    [450, '450 5.1.1 what now'],
    [550, ''],
    [undefined, '550 5.1.1 without a code'],
  ])('is not recognized by %s %s', (responseCode, response) => {
    expect(isUnknownRecipient({ message: 'm', responseCode, response })).toBe(false)
  })

  test('is named in the result, whether others were accepted or not', () => {
    const reply = (recipient: string, response: string) => ({
      message: 'm',
      recipient,
      response,
      responseCode: Number.parseInt(response, 10),
    })
    const rejectedErrors = [reply('a@b.example', '550 5.1.1 no'), reply('c@d.example', '550 5.7.1 no')]
    const error = { message: 'm', code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 no' }
    expect(resultOfSmtpError({ ...error, rejectedErrors })).toEqual({
      outcome: 'refused',
      error: '550 5.7.1 no',
      unknownRecipients: ['a@b.example'],
    })
    expect(rejectedRecipients(rejectedErrors)).toEqual([
      { email: 'a@b.example', error: '550 5.1.1 no', permanent: true, unknown: true },
      { email: 'c@d.example', error: '550 5.7.1 no', permanent: true },
    ])
    const deferred = { ...error, responseCode: 450, response: '450 4.2.1 later', rejectedErrors }
    expect(resultOfSmtpError(deferred)).toEqual({ outcome: 'deferred', error: '450 4.2.1 later' })
  })
})
