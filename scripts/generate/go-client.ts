import { type ClientDocument, type ClientOperation, clientOperations } from './client-operations.js'
import { commentLines, fieldName } from './go-text.js'
import { GoTypes } from './go-types.js'

const FOLDER = 'packages/go'
const NOTE = '// Code generated from openapi.json by `npm run generate`. DO NOT EDIT.\n\npackage postline\n'

/** The generated files of the Go client, by path. */
export function goClient(document: ClientDocument): Record<string, string> {
  const types = new GoTypes(document.components.schemas)
  // The body of a webhook request, which no operation has.
  types.typeOf({ $ref: '#/components/schemas/WebhookRequest' }, '', 'response')
  const methods = clientOperations(document).map((operation) => methodText(types, operation))
  return {
    [`${FOLDER}/types.go`]: `${NOTE}\nimport "time"\n\n${types.text}`,
    [`${FOLDER}/operations.go`]: `${NOTE}\nimport "context"\n\n${methods.join('\n')}`,
  }
}

/** What a method takes for the body or the query, and the fields of the request that it becomes. */
interface Argument {
  parameter: string
  entries: string[]
  /** What comes before the call. */
  before?: string
}

function methodText(types: GoTypes, operation: ClientOperation): string {
  const { verb, path, summary, description, place, inPath } = operation
  const ids = inPath.map(({ name, schema }) => ({
    name,
    type: types.typeOf(schema, place + fieldName(name), 'request'),
  }))
  const query = queryOf(types, operation)
  const body = bodyOf(types, operation)
  const parameters = ['ctx context.Context', ...ids.map(({ name, type }) => `${name} ${type}`)]
  for (const argument of [body, query]) if (argument) parameters.push(argument.parameter)
  const entries = [
    `method: "${verb}"`,
    `path: "${path}"`,
    ...(ids.length > 0 ? [`segments: []any{${ids.map(({ name }) => name).join(', ')}}`] : []),
    ...(query?.entries ?? []),
    ...(body?.entries ?? []),
  ]
  const [returns, call] = resultOf(types, operation)
  return `${commentLines(`${place} ${lowerFirst(summary)}.`)}//
${commentLines(`${verb} ${path}. ${description}`)}func (c *Client) ${place}(${parameters.join(', ')}) ${returns} {
${body?.before ?? ''}	return ${call}(ctx, c, request{${entries.join(', ')}})
}
${listText(types, operation, ids)}`
}

function queryOf(types: GoTypes, { place, inQuery }: ClientOperation): Argument | null {
  if (inQuery.length === 0) return null
  types.defineParams(`${place}Params`, inQuery)
  return { parameter: `params ${place}Params`, entries: ['query: params'] }
}

function bodyOf(types: GoTypes, { place, body }: ClientOperation): Argument | null {
  if (body === null) return null
  if (body.kind === 'file') return { parameter: 'file File', entries: ['file: &file'] }
  if (body.kind === 'csv') return { parameter: 'csv []byte', entries: ['csv: csv'] }
  const type = types.typeOf(body.schema, `${place}Body`, 'request')
  // An optional body is the same as an empty one.
  const parameter = `body ${type}`
  if (!types.hasKey(body.schema)) return { parameter, entries: ['body: body'] }
  const keyed = type.startsWith('[]') ? 'withKeys' : 'withKey'
  return { parameter, entries: ['body: keyed', 'keys: keys'], before: `\tkeyed, keys := ${keyed}(body)\n` }
}

/** What a method returns, and the function that does it. */
function resultOf(types: GoTypes, { place, result }: ClientOperation): [returns: string, call: string] {
  if (result.reads === 'nothing') return ['error', 'callForNothing']
  if (result.reads !== 'json') return ['([]byte, error)', 'callForBytes']
  const type = types.nullable(types.typeOf(result.schema, `${place}Response`, 'response'))
  return [`(${type}, error)`, `call[${type}]`]
}

/** The method that goes through all pages of a list; nothing for other operations. */
function listText(types: GoTypes, operation: ClientOperation, ids: readonly { name: string; type: string }[]): string {
  const { place, list } = operation
  if (!list) return ''
  const item = types.typeOf(list.items, `${place}Response${fieldName(list.field)}Item`, 'response')
  const parameters = ['ctx context.Context', ...ids.map(({ name, type }) => `${name} ${type}`), `params ${place}Params`]
  return `
${commentLines(`${place}All returns every item of ${place}. It fetches the next page when it is needed; Limit is the size of a page.`)}func (c *Client) ${place}All(${parameters.join(', ')}) *Iterator[${item}] {
	return iterate(func(cursor string) ([]${item}, *string, error) {
		if cursor != "" {
			params.Cursor = cursor
		}
		page, err := c.${place}(${['ctx', ...ids.map(({ name }) => name), 'params'].join(', ')})
		if err != nil {
			return nil, nil, err
		}
		return page.${fieldName(list.field)}, page.NextCursor, nil
	})
}
`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
