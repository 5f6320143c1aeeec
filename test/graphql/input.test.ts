import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { ApiError } from '../../src/errors.js'
import { camelCase, inArguments, snakeCase, toArgumentPath, toInput } from '../../src/graphql/input.js'

const schema = buildSchema(/* GraphQL */ `
  scalar JSON
  input Part { contentType: String, ownVars: JSON }
  input Thing { bodyHtml: String, parts: [Part!], tags: JSON, nested: Part }
  type Query {
    make(id: ID!, input: Thing!): Int
    many(input: [Thing!]!): Int
    list(first: Int, after: String, inboxId: ID): Int
    act(webhookId: ID!, deliveryId: ID!): Int
  }
`)
const field = (name: string) => schema.getQueryType()!.getFields()[name]!

test('names are translated, also below `input` and in lists, and JSON values stay unchanged', () => {
  const own = { some_key: 1, someKey: { deepKey: [{ aB: 1 }] } }
  const args = {
    id: 'x',
    input: { bodyHtml: '<p>', tags: own, parts: [{ contentType: 'a/b', ownVars: own }], nested: null },
  }
  expect(toInput(field('make'), args)).toEqual({
    id: 'x',
    body_html: '<p>',
    tags: own,
    parts: [{ content_type: 'a/b', own_vars: own }],
    nested: null,
  })
})

test('arguments can be renamed', () => {
  const names = { first: 'limit', after: 'cursor' }
  expect(toInput(field('list'), { first: 3, after: null, inboxId: 'i' }, names)).toEqual({
    limit: 3,
    cursor: null,
    inbox_id: 'i',
  })
  expect(toInput(field('act'), { webhookId: 'w', deliveryId: 'd' }, { webhookId: 'id' })).toEqual({
    id: 'w',
    delivery_id: 'd',
  })
  expect(toInput(field('many'), { input: [{ bodyHtml: 'x' }] }, { input: 'items' })).toEqual({
    items: [{ body_html: 'x' }],
  })
})

test('an omitted argument stays omitted', () => {
  expect(toInput(field('list'), {})).toEqual({})
})

test.each([
  ['make', 'id', {}, 'id'],
  ['make', 'body_html', {}, 'input.bodyHtml'],
  ['make', 'parts.0.content_type', {}, 'input.parts.0.contentType'],
  ['make', 'tags.some_key', {}, 'input.tags.some_key'],
  ['make', 'parts.1.own_vars.a_b.c_d', {}, 'input.parts.1.ownVars.a_b.c_d'],
  ['list', 'cursor', { after: 'cursor' }, 'after'],
  ['act', 'id', { webhookId: 'id' }, 'webhookId'],
  ['many', 'items.3.body_html', { input: 'items' }, 'input.3.bodyHtml'],
  ['list', 'nowhere.at_all', {}, 'nowhere.at_all'],
])('%s: the path %s leads to an argument', (name, path, names, expected) => {
  expect(toArgumentPath(field(name), path, names as Record<string, string>)).toBe(expected)
})

test('errors name arguments, in their messages too; an error without details stays unchanged', () => {
  const details = [{ path: 'body_html', message: 'is too long' }]
  const error = new ApiError('invalid_request', 'body_html: is too long', { details })
  expect(inArguments(field('make'), error)).toMatchObject({
    code: 'invalid_request',
    message: 'input.bodyHtml: is too long',
    details: [{ path: 'input.bodyHtml', message: 'is too long' }],
  })
  const other = new ApiError('not_found')
  expect(inArguments(field('make'), other)).toBe(other)
})

test('every name of the contract survives translation in both directions', () => {
  for (const name of ['id', 'body_html', 'message_id', 'next_retry_at', 'cc'])
    expect(snakeCase(camelCase(name))).toBe(name)
})
