import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesWithSettings } from '../../scripts/settings-docs.js'
import { readConfig, SETTINGS } from '../../src/config.js'

test.each(Object.entries(filesWithSettings()))('%s tells every setting as the code has it', (file, text) => {
  expect(readFileSync(file, 'utf8'), 'run `npm run docs`').toBe(text)
})

test('.env.example with every line uncommented is what the service does without it', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)
  const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  expect(Object.keys(env)).toEqual(Object.keys(SETTINGS))
  expect(readConfig(env)).toEqual(readConfig({}))
})
