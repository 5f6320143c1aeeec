import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listOperations, operationList } from '../../src/operations/list.js'
import { get, operation, type RestBinding } from '../../src/operations/operation.js'
import { routesOf } from '../../src/rest/routes.js'

const tag = { title: 'Notes', description: 'Notes.' }

const anOperation = (name: string, rest: RestBinding<unknown> = get(`/v1/${name}`)) =>
  operation({
    name,
    kind: 'query',
    scope: 'read',
    rest,
    summary: 'Reads.',
    errors: [],
    input: z.object({}),
    output: z.null(),
    run: async () => null,
  })

test('two operations with the same name are refused', () => {
  const files = {
    notes: { tag, operations: [anOperation('notes.list', get('/v1/notes'))] },
    others: { operations: [anOperation('notes.list', get('/v1/others'))] },
  }
  expect(() => listOperations(files)).toThrow('two operations have the name notes.list: notes.list and notes.list')
})

test('a name that begins with the name of another operation is refused', () => {
  const notes = { tag, operations: [anOperation('notes.list'), anOperation('notes.list.all')] }
  expect(() => listOperations({ notes })).toThrow('notes.list.all begins with the name of another operation')
})

test('two operations with the same route are refused, even with different parameter names', () => {
  const notes = {
    tag,
    operations: [anOperation('notes.get', get('/v1/notes/:id')), anOperation('notes.find', get('/v1/notes/:name'))],
  }
  expect(() => listOperations({ notes })).toThrow(
    'two operations have the route GET /v1/notes/:: notes.get and notes.find',
  )
})

test('an operation can also serve the route of another one, for a query parameter', () => {
  const list = anOperation('notes.list', get('/v1/notes'))
  const byKey = anOperation('notes.byKey', get('/v1/notes/by-key', { also: { path: '/v1/notes', whenQuery: 'key' } }))
  expect(routesOf(listOperations({ notes: { tag, operations: [list, byKey] } }))).toMatchObject([
    { path: '/v1/notes', operation: list, instead: { parameter: 'key', operation: byKey } },
    { path: '/v1/notes/by-key', operation: byKey },
  ])
  expect(() => routesOf([byKey])).toThrow('notes.byKey answers GET /v1/notes for key, and none without')
})

test('an operation with a route needs a section of the documentation', () => {
  expect(() => listOperations({ notes: { operations: [anOperation('notes.list')] } })).toThrow(
    'notes.list is in no section',
  )
})

test('two files cannot have a section for the same word', () => {
  const files = {
    notes: { tag, operations: [anOperation('notes.list')] },
    others: { tag, operations: [anOperation('notes.others')] },
  }
  expect(() => listOperations(files)).toThrow('two files have a section for notes')
})

test('operations are listed in the order of declaration, those of other files last', () => {
  const guest = anOperation('notes.check')
  const first = anOperation('notes.list')
  const second = anOperation('notes.get')
  const list = listOperations({ checks: { operations: [guest] }, notes: { tag, operations: [first, second] } })
  expect(list.map(({ name }) => name)).toEqual(['notes.list', 'notes.get', 'notes.check'])
})

test('every operation that a file declares is listed', async () => {
  const folder = new URL('../../src/operations/', import.meta.url)
  const files = await Promise.all(readdirSync(folder).map((file) => import(`${folder.href}${file}`)))
  const declared = files.flatMap((file: object) => Object.values(file).filter((value) => Object(value).run))
  expect(operationList.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort())
})

test('every operation except subscriptions has a route and an example', () => {
  const lacking = operationList.filter(
    ({ kind, rest, examples }) => kind !== 'subscription' && !(rest && examples?.length),
  )
  expect(lacking.map(({ name }) => name)).toEqual([])
})
