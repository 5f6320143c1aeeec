import { describe, expect, test } from 'vitest'
import { resultOfSmtpError } from '../../../src/providers/mail/smtp-errors.js'

describe('what a failed hand-over means', () => {
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

  test('is told in the server’s own words, on one line of bounded length', () => {
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

  test('tells what happened to a connection without the addresses of our network', () => {
    const message = 'connect ECONNREFUSED 10.1.2.3:25'
    const result = resultOfSmtpError({ message, code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' })
    expect(result.error).toBe('mail server: ECONNREFUSED')
  })
})
