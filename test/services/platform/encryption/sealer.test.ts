import { createSecretKey, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { MissingKeyError, SealedSecretError, Sealer } from '../../../../src/services/platform/encryption/sealer.js'
import { DKIM_KEY, WEBHOOK_SECRET } from '../../../../src/services/platform/encryption/secret-fields.js'

const aKey = () => createSecretKey(randomBytes(32))
const [oldKey, newKey] = [aKey(), aKey()]
const sealer = new Sealer([newKey, oldKey])
const SECRET = 'Grüße from a secret'

const seal = (secret = SECRET) => sealer.seal(WEBHOOK_SECRET, 'wh_1', secret)
const open = (stored: string) => sealer.open(WEBHOOK_SECRET, 'wh_1', stored)

describe('a sealed secret', () => {
  test('opens to what it was, whatever its length', () => {
    for (const secret of ['', 'x', SECRET, 'x'.repeat(100_000)]) expect(open(seal(secret))).toBe(secret)
  })

  test('shows neither the secret nor the key, and never looks the same twice', () => {
    const sealed = Array.from({ length: 100 }, () => seal())
    expect(new Set(sealed).size).toBe(100)
    for (const text of sealed) {
      expect(text).toMatch(/^sealed:1:[0-9a-f]{12}:[\w-]+$/)
      expect(Buffer.from(text.split(':')[3]!, 'base64url').includes(SECRET)).toBe(false)
    }
  })

  test('names its key by an id that the process always gives to that key', () => {
    expect(seal().split(':')[2]).toBe(new Sealer([newKey]).newest)
    expect(new Sealer([oldKey]).newest).not.toBe(sealer.newest)
  })

  test.each([
    ['another row', WEBHOOK_SECRET, 'wh_2'],
    ['another collection', DKIM_KEY, 'wh_1'],
    ['another field', { ...WEBHOOK_SECRET, path: 'old_secret' }, 'wh_1'],
  ])('cannot be moved to %s', (_what, field, id) => {
    expect(() => sealer.open(field, id, seal())).toThrow(SealedSecretError)
  })

  test('cannot be changed in any byte, shortened or lengthened', () => {
    const [, , keyId, data = ''] = seal().split(':')
    const bytes = Buffer.from(data, 'base64url')
    const forgeries = [...bytes.keys()].map((index) => {
      const forged = Buffer.from(bytes)
      forged[index]! ^= 1
      return forged
    })
    forgeries.push(
      bytes.subarray(1),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.of(0)]),
      bytes.subarray(0, 27),
    )
    for (const forged of forgeries) {
      const stored = `sealed:1:${keyId}:${forged.toString('base64url')}`
      expect(() => open(stored)).toThrow('webhook_subscriptions/wh_1/signing_secret was changed')
    }
    for (const broken of ['sealed:', 'sealed:2:x', `sealed:1:${keyId}:`, `sealed:1:${keyId}:a b`]) {
      expect(() => open(broken)).toThrow(SealedSecretError)
    }
  })
})

test('the newest key seals, and all keys open', () => {
  const before = new Sealer([oldKey]).seal(WEBHOOK_SECRET, 'wh_1', SECRET)
  expect(open(before)).toBe(SECRET)
  expect(new Sealer([newKey]).open(WEBHOOK_SECRET, 'wh_1', seal())).toBe(SECRET)
})

test('a secret of a missing key is refused with the name of the setting and the id of the key', () => {
  const other = new Sealer([oldKey])
  expect(other.hasKeyOf(seal())).toBe(false)
  expect(() => other.open(WEBHOOK_SECRET, 'wh_1', seal())).toThrow(MissingKeyError)
  expect(() => other.open(WEBHOOK_SECRET, 'wh_1', seal())).toThrow(`ENCRYPTION_KEY lacks the key ${sealer.newest}`)
  expect(() => new Sealer([]).open(WEBHOOK_SECRET, 'wh_1', seal())).toThrow(MissingKeyError)
})

test('without keys secrets stay plain, and with keys plain secrets still open', () => {
  const none = new Sealer([])
  expect(none.seal(WEBHOOK_SECRET, 'wh_1', SECRET)).toBe(SECRET)
  expect(open(SECRET)).toBe(SECRET)
  expect(() => none.demandKey()).toThrow('ENCRYPTION_KEY is not set')
})

test('a process that lacks a key of the deployment seals nothing', () => {
  const refused = new Sealer([], 'because')
  expect(() => refused.seal(WEBHOOK_SECRET, 'wh_1', SECRET)).toThrow(new MissingKeyError('because'))
})

test('printing a sealer shows no key', () => {
  const printed = inspect(sealer, { depth: 10, showHidden: true }) + JSON.stringify(sealer)
  for (const encoding of ['base64', 'hex'] as const) expect(printed).not.toContain(newKey.export().toString(encoding))
})
