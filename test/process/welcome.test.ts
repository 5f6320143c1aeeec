import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { welcome } from '../../src/process/welcome.js'

const KEY = `sk_live_${'x'.repeat(40)}`
const first = { account_id: 'acc_1', key: KEY }

test('a key that was made for the first account is shown, with requests that carry it', () => {
  const text = welcome('http://127.0.0.1:3000', readConfig({}), first)
  expect(text).toContain(`Admin key  ${KEY}\n             Shown only once.`)
  expect(text.split(`'Authorization: Bearer ${KEY}'`)).toHaveLength(4)
})

test('a key that the operator gave is named by its setting and shown nowhere', () => {
  const text = welcome('http://127.0.0.1:3000', readConfig({ BOOTSTRAP_ADMIN_KEY: KEY }), first)
  expect(text).not.toContain(KEY)
  expect(text).toContain('Admin key  the value of BOOTSTRAP_ADMIN_KEY')
  // In double quotes, where a shell fills it in.
  expect(text.split('"Authorization: Bearer $BOOTSTRAP_ADMIN_KEY"')).toHaveLength(4)
})
