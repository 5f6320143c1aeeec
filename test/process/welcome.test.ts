import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { welcome } from '../../src/process/welcome.js'

const KEY = `sk_live_${'x'.repeat(40)}`
const first = { account_id: 'acc_1', key: KEY, signInLink: 'http://127.0.0.1:3000/sign-in#token' }

test('a generated key is shown, with requests that use it', () => {
  const text = welcome('http://127.0.0.1:3000', readConfig({}), first)
  expect(text).toContain('Console    http://127.0.0.1:3000/sign-in#token\n')
  expect(text).toContain('Docs       http://127.0.0.1:3000/docs\n')
  expect(text).toContain(`Admin key  ${KEY}\n             Shown only once.`)
  expect(text.split(`'Authorization: Bearer ${KEY}'`)).toHaveLength(4)
})

test('a key from the settings is named by its setting and never shown', () => {
  const config = readConfig({ BOOTSTRAP_ADMIN_KEY: KEY })
  const text = welcome('http://127.0.0.1:3000', config, { ...first, signInLink: null })
  expect(text).toContain('Console    http://127.0.0.1:3000/  (sign in with the admin key)')
  expect(text).not.toContain(KEY)
  expect(text).toContain('Admin key  the value of BOOTSTRAP_ADMIN_KEY')
  // In double quotes, so that the shell expands it.
  expect(text.split('"Authorization: Bearer $BOOTSTRAP_ADMIN_KEY"')).toHaveLength(4)
})

test('sending by SMTP is offered where something listens for it', () => {
  const text = (settings: Record<string, string>) => welcome('http://127.0.0.1:3000', readConfig(settings), first)
  expect(text({})).toContain('by SMTP too: port 2525 of 127.0.0.1, user postline')
  expect(text({ SMTP_PORT: '0' })).not.toContain('SMTP')
})
