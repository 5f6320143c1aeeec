import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { SETTINGS } from '../../src/settings/settings.js'

test('.env.example with all lines uncommented equals the defaults', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)
  const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  expect(Object.keys(env)).toEqual(Object.keys(SETTINGS))
  expect(readConfig(env)).toEqual(readConfig({}))
})
