import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { envExample, withSettings } from '../../scripts/settings-docs.js'
import { readConfig, SETTINGS } from '../../src/config.js'

const STALE = 'run `npm run docs`'

test('the README lists every setting as the code has it', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme, STALE).toBe(withSettings(readme))
})

test('.env.example lists every setting as the code has it', () => {
  expect(readFileSync('.env.example', 'utf8'), STALE).toBe(envExample())
})

test('.env.example with every line uncommented and filled in is what the service does without it', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)
  const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  expect(Object.keys(env)).toEqual(Object.keys(SETTINGS))
  expect(readConfig(env)).toEqual(readConfig({}))
})
