import { readFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import { isScalarType, isSpecifiedScalarType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { schema } from '../../src/graphql/schema.js'

const [, inDocs = ''] = /<!-- codegen: .*?-->\s+```yaml\n(.*?)```/s.exec(readFileSync('docs/api.md', 'utf8')) ?? []
const { config } = parseYaml(inDocs).generates['postline.ts']

const ownScalars = Object.values(schema.getTypeMap()).filter(
  (type) => isScalarType(type) && !isSpecifiedScalarType(type),
)

test('every scalar says where it is specified, and the documentation has a type for it', () => {
  expect(ownScalars.map(({ name }) => name).toSorted()).toEqual(Object.keys(config.scalars).toSorted())
  for (const scalar of ownScalars) expect(scalar).toHaveProperty('specifiedByURL', expect.stringMatching(/^https:/))
})

test('types generated with the documented configuration have strings and numbers, and never any', async () => {
  const generated = await codegen({
    filename: 'postline.ts',
    schema: parse(readFileSync('schema.graphql', 'utf8')),
    documents: [],
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
    config,
  })
  const code = generated.replaceAll(/\/\*.*?\*\//gs, '')
  expect(code).toContain('DateTime: { input: string; output: string; }')
  expect(code).toContain('Micros: { input: number; output: number; }')
  expect(code).toContain("createdAt: Scalars['DateTime']['output'];")
  expect(code).toContain("totalCostMicros: Scalars['Micros']['output'];")
  expect(code).not.toMatch(/\bany\b/)
})
