import { describe, expect, test } from 'vitest'
import { parseSmtpUrl } from '../../../src/providers/smtp/smtp-url.js'

describe('SMTP_URL', () => {
  test('names the server, with default submission ports', () => {
    expect(parseSmtpUrl('smtp://mail.example.com')).toMatchObject({
      host: 'mail.example.com',
      port: 587,
      secure: false,
    })
    expect(parseSmtpUrl('smtps://mail.example.com')).toMatchObject({ port: 465, secure: true })
    expect(parseSmtpUrl('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 })
  })

  test('has a percent-encoded login, which is then required', () => {
    const options = parseSmtpUrl('smtp://user%40acme:p%3Aw%2F%20d@host')
    expect(options).toMatchObject({ auth: { user: 'user@acme', pass: 'p:w/ d' }, forceAuth: true })
    expect(parseSmtpUrl('smtp://host')).not.toHaveProperty('auth')
  })

  test.each([
    ['smtp://host', false],
    ['smtps://host', true],
    ['smtp://host?requireTLS=true', true],
    ['smtp://host?requiretls=true', true],
    ['smtp://host?requireTLS=false', false],
    ['smtps://host?tls.rejectUnauthorized=false', false],
    ['smtp://host?tls.rejectUnauthorized=true', true],
  ])('%s: certificates are checked: %s', (url, verified) => {
    expect(parseSmtpUrl(url).tls?.rejectUnauthorized).toBe(verified)
  })

  test('sets the size of the pool', () => {
    expect(parseSmtpUrl('smtp://host').maxConnections).toBe(10)
    expect(parseSmtpUrl('smtp://host?pool=true&maxConnections=3&maxMessages=7')).toMatchObject({
      maxConnections: 3,
      maxMessages: 7,
    })
  })

  test.each([
    'host',
    'http://host',
    'smtp://',
    'smtp://u:secret%@host',
    'smtp://host?requireTls=yes',
    'smtp://host?maxConnections=0',
    'smtp://host?maxConnections=many',
    'smtp://host?unheardOf=1',
  ])('refuses %s without repeating the password', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/^SMTP_URL(?!.*secret)/)
  })
})
