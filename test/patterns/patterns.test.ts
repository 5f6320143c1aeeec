import { expect, test } from 'vitest'
import { exceptionOf } from '../../scripts/patterns/exceptions.mjs'
import { growthOf } from '../../scripts/patterns/growth.mjs'
import { listPatterns } from '../../scripts/patterns/list-patterns.mjs'
import { groupBy } from '../../src/lib/collections/group-by.js'
import { pumped, pumpsFor } from './pumps.js'

/*
 * No pattern of the product takes longer than in proportion to the length of a text. Each is driven with texts of 64 KiB
 * that are made of what it looks for; `npm run check:patterns` proves the same of most of them.
 */

const LONGEST = 64 * 1024

const literals = listPatterns().filter(({ source }) => source !== undefined)

/** Runs a pattern as a reader of texts does: every match of a global one, the first of another one. */
function drive(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
}

const groups = [...groupBy(literals, ({ file }) => file.split('/').slice(0, 3).join('/'))]

test.each(groups)(
  'of %s, none takes more time than in proportion to the text',
  (_folder, patterns) => {
    const slow: string[] = []
    for (const { file, line, source = '', flags = '', ...rest } of patterns) {
      const exception = exceptionOf({ file, line, source, flags, ...rest })
      if (exception?.bound === null) continue
      const pattern = new RegExp(source, flags)
      for (const pump of pumpsFor(source)) {
        const growth = growthOf((length) => {
          const text = pumped(pump, length)
          return () => drive(pattern, text)
        }, exception?.bound ?? LONGEST)
        if (growth) slow.push(`${file}:${line} ${pattern} ${JSON.stringify(pump)}: ${growth}`)
        if (growth) break
      }
    }
    expect(slow).toEqual([])
  },
  600_000,
)
