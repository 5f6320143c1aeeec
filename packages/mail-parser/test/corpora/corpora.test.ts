import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differences, type Reading, readOurs } from './compare.js'
import { DIFFERENCES, knownDifferences } from './differences.js'

const folder = join(import.meta.dirname, 'mails')
const python: Record<string, Reading> = JSON.parse(readFileSync(join(import.meta.dirname, 'python.json'), 'utf8'))

test('Python has read every mail of the corpora', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:txt|raw|msg)$/.test(name),
  )
  expect(Object.keys(python).sort()).toEqual(files.sort())
  expect(files.length).toBeGreaterThan(150)
})

test.each(Object.entries(python))('%s is read as Python reads it, except for known differences', (mail, theirs) => {
  const ours = readOurs(readFileSync(join(folder, mail)))
  expect(differences(ours, theirs).sort()).toEqual(knownDifferences(mail).sort())
})

test('every difference is explained to readers', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  expect(DIFFERENCES.filter(({ why }) => !readme.includes(why))).toEqual([])
})
