import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILTERS, TAGS } from '../../src/services/sending/templates/template-language.js'

const guide = readFileSync('docs/templates.md', 'utf8')

test.each([
  ['Tags', TAGS],
  ['Filters', FILTERS],
])('exactly the existing %s of the language are listed', (word, inCode) => {
  const paragraph = new RegExp(`^${word}: ([\\s\\S]*?)\\.\\n\\n`, 'm').exec(guide)?.[1] ?? ''
  const inGuide = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  expect(inGuide).toEqual([...inCode])
})
