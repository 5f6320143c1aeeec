import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql'
import { builder } from './builder.js'

/** Passes text unchanged: the operation checks timestamps, like in every other API. */
const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'A moment, as RFC 3339 text. Answers are in UTC with milliseconds, like `2026-11-21T09:00:00.000Z`; requests may have any offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: (value) => String(value),
  parseValue: toText,
  parseLiteral: (node) => toText(node.kind === Kind.STRING ? node.value : null),
})

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  throw new GraphQLError('DateTime must be text: an RFC 3339 timestamp, like "2026-11-21T09:00:00Z".')
}

const json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value. Its keys are never renamed.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: fromLiteral,
})

function fromLiteral(node: ValueNode, variables?: Record<string, unknown> | null): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      // Not by assignment: a field may be named __proto__.
      return Object.fromEntries(node.fields.map((field) => [field.name.value, fromLiteral(field.value, variables)]))
    case Kind.LIST:
      return node.values.map((value) => fromLiteral(value, variables))
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value
    case Kind.VARIABLE:
      return variables?.[node.name.value]
    case Kind.NULL:
      return null
  }
}

const micros = new GraphQLScalarType<unknown, number>({
  name: 'Micros',
  description: 'An amount of money in micro-dollars, as a whole JSON number: 1,000,000 are 1.00 dollar.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize: (value) => Number(value),
  // The operation refuses invalid amounts, with the same error as in every other API.
  parseValue: (value) => value,
  parseLiteral: fromLiteral,
})

builder.addScalarType('DateTime', dateTime)
builder.addScalarType('JSON', json)
builder.addScalarType('Micros', micros)
