import { readFileSync } from 'node:fs'
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  visit,
} from 'graphql'
import { expect, test } from 'vitest'
import { printedSchema, schema } from '../../src/graphql/schema.js'

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))

test('every type, field, argument and enum value is described', () => {
  const missing = types.filter((type) => !isScalarType(type) || !isSpecifiedScalarType(type)).flatMap(undescribed)
  expect(missing).toEqual([])
})

function undescribed(type: GraphQLNamedType): string[] {
  const parts: [string, string | null | undefined][] = [[type.name, type.description]]
  if (isEnumType(type))
    for (const { name, description } of type.getValues()) parts.push([`${type.name}.${name}`, description])
  if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push([`${type.name}.${field.name}`, field.description])
      if ('args' in field) {
        for (const arg of field.args) parts.push([`${type.name}.${field.name}(${arg.name})`, arg.description])
      }
    }
  }
  return parts.filter(([, description]) => !description).map(([name]) => name)
}

test('names are camelCase, enum values are upper case', () => {
  for (const type of types) {
    if (isEnumType(type)) for (const { name } of type.getValues()) expect(name).toMatch(/^[A-Z][A-Z_]*$/)
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const name of Object.keys(type.getFields())) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/)
    }
  }
})

test('a root field that fails or finds nothing is null, and does not affect the others', () => {
  for (const root of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(root.getFields())) expect(String(field.type), field.name).not.toMatch(/!$/)
  }
})

test('descriptions do not name fields as REST does', () => {
  const restNames = new Set<string>()
  JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8')), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) restNames.add(name)
    if (key === 'parameters') for (const { name } of value) restNames.add(name)
    return value
  })
  const descriptions: string[] = []
  visit(parse(printedSchema()), { StringValue: ({ value }) => void descriptions.push(value) })
  // In quotes: a value.
  const inSnakeCase = descriptions.flatMap((text) => text.match(/(?<!")\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g) ?? [])
  expect(inSnakeCase.filter((name) => restNames.has(name))).toEqual([])
  expect(restNames).toContain('upload_id')
  expect(descriptions.join()).toContain('Not allowed with an `uploadId`')
  expect(inSnakeCase).toContain('channel_not_enabled')
})
