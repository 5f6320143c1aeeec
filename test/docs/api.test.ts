import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { ERROR_TABLE } from '../../src/errors.js'
import { LIMIT_BY_PLAN, LIMIT_WITHOUT_PLANS } from '../../src/services/platform/rate-limit/rate-limiter.js'

const guide = readFileSync('docs/api.md', 'utf8')

test('docs/api.md lists exactly the existing errors, with their statuses', () => {
  const inCode = Object.entries(ERROR_TABLE).map(([code, { status }]) => `${code} ${status}`)
  const inGuide = [...guide.matchAll(/^\| `(\w+)` \| (\d{3}) \| \S/gm)].map(([, code, status]) => `${code} ${status}`)
  expect(inGuide.sort()).toEqual(inCode.sort())
})

test('docs/api.md has the rate limit of each plan', () => {
  const inCode = Object.entries(LIMIT_BY_PLAN).map(([plan, limit]) => `${plan} ${limit}`)
  const section = /^## Rate limits\n[\s\S]*?\n## /m.exec(guide)?.[0] ?? ''
  const inGuide = [...section.matchAll(/^\| `?(\w+)`? \| (\d+) \|$/gm)].map(([, plan, limit]) => `${plan} ${limit}`)
  expect(inGuide).toEqual(inCode)
  expect(section).toContain(`without a larger plan ${LIMIT_WITHOUT_PLANS} requests a second`)
})

test('the GraphQL example in docs/api.md conforms to the schema', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const example = /```graphql\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  expect(validate(schema, parse(example))).toEqual([])
})
