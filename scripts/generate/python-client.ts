import { pascalCase, snakeCase } from './client-names.js'
import {
  type ClientDocument,
  type ClientOperation,
  clientOperations,
  type RequestBody,
  type Schema,
} from './client-operations.js'
import { docText, PythonTypes, withReferences } from './python-types.js'

const FOLDER = 'packages/python/src/postline'
const NOTE = '# Made from openapi.json by `npm run generate`. Do not edit.\n'

/** An operation as a method of the client. */
interface Method {
  name: string
  path: string
  /** What a reader wants to know about it. */
  doc: string
  /** The parameters after `self`, with their types. */
  parameters: string[]
  /** The arguments of the call that does it. */
  args: string[]
  returns: string
  /** The field with the items, and their type, of a list in pages. */
  list: { field: string; item: string } | null
  /** The query, as an expression. */
  query: string
}

/** The generated modules of the Python client, by path. */
export function pythonClient(document: ClientDocument): Record<string, string> {
  const types = new PythonTypes()
  for (const [name, schema] of Object.entries(document.components.schemas)) types.define(name, schema)
  const methods = clientOperations(document).map((operation) => methodOf(types, operation))
  return {
    [`${FOLDER}/types.py`]: typesModule(types),
    [`${FOLDER}/_operations.py`]: operationsModule(methods),
  }
}

function methodOf(types: PythonTypes, operation: ClientOperation): Method {
  const { id, verb, path, summary, description, place, inPath, inQuery, result, list } = operation
  const typeOf = (schema: Schema, name: string) => withReferences(types.typeOf(schema, name), (type) => `t.${type}`)
  const body = bodyOf(operation.body, (schema) => typeOf(schema, `${place}Body`))
  const query = inQuery.map(({ name, required, schema }) => {
    const type = typeOf(schema, place + pascalCase(name))
    return { name, text: required ? `${argument(name)}: ${type}` : `${argument(name)}: ${optional(type)} = None` }
  })
  const entries = inQuery.map(({ name }) => `"${name}": ${argument(name)}`)
  const isNotCursor = (entry: string) => !entry.startsWith('"cursor"')
  return {
    name: snakeCase(id),
    path,
    doc: [`${summary}.`, `\`\`${verb} ${path}\`\`. ${description}`.trim()].map(docText).join('\n\n        '),
    parameters: [
      ...inPath.map(({ name, schema }) => `${argument(name)}: ${typeOf(schema, place + pascalCase(name))}`),
      ...body.parameters,
      ...(query.length > 0 ? ['*', ...query.map(({ text }) => text)] : []),
    ],
    args: [
      `"${verb}"`,
      pathExpression(path),
      ...(entries.length > 0 ? [`query=${wrapped('{', entries, '}', 12)}`] : []),
      ...body.args,
      `reads="${result.reads}"`,
    ],
    returns: result.reads === 'json' ? typeOf(result.schema, `${place}Response`) : RETURNS[result.reads],
    list: list && {
      field: list.field,
      item: typeOf(list.items, `${place}Response${pascalCase(list.field)}Item`),
    },
    query: wrapped('{', entries.filter(isNotCursor), '}', 12),
  }
}

const RETURNS = { text: 'str', bytes: 'bytes', nothing: 'None' }

function bodyOf(body: RequestBody | null, typeOf: (schema: Schema) => string) {
  if (body === null) return { parameters: [], args: [] }
  if (body.kind === 'file') return { parameters: ['file: File'], args: ['file=file'] }
  if (body.kind === 'csv') return { parameters: ['csv: Union[str, bytes]'], args: ['csv=csv'] }
  const type = typeOf(body.schema)
  return { parameters: [body.required ? `body: ${type}` : `body: ${optional(type)} = None`], args: ['body=body'] }
}

const MAX_LINE = 100

/** A list on one line, or with an item on each if that is too long. */
function wrapped(begin: string, items: readonly string[], end: string, indent: number): string {
  const line = `${begin}${items.join(', ')}${end}`
  if (line.length + indent <= MAX_LINE) return line
  const blanks = ' '.repeat(indent)
  return `${begin}\n${items.map((item) => `${blanks}    ${item},\n`).join('')}${blanks}${end}`
}

/** A name that can be that of an argument. */
const argument = (name: string): string => (name === 'from' ? 'from_' : name)

const optional = (type: string): string => (type.startsWith('Optional[') ? type : `Optional[${type}]`)

function pathExpression(path: string): string {
  if (!path.includes('{')) return `"${path}"`
  return `f"${path.replace(/\{(\w+)\}/g, (_all, name: string) => `{segment(${argument(name)})}`)}"`
}

function typesModule(types: PythonTypes): string {
  return `${NOTE}"""The types of requests and responses: dictionaries, as they are in JSON."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from typing_extensions import Required, TypedDict


${types.text}`
}

function operationsModule(methods: readonly Method[]): string {
  return `${NOTE}# What a call returns is known only here, not where it is made: mypy would complain of every method.
# mypy: disable-error-code="no-any-return"
"""Every operation of the API as a method, to wait for and to await."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import types as t
from ._requests import File, segment


class Operations:
    def _call(self, method: str, path: str, **more: Any) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, field: str, query: Dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

${methods.map((method) => methodText(method, false)).join('\n')}

class AsyncOperations:
    async def _call(self, method: str, path: str, **more: Any) -> Any:
        raise NotImplementedError

    def _pages(self, path: str, field: str, query: Dict[str, Any]) -> AsyncIterator[Any]:
        raise NotImplementedError

${methods.map((method) => methodText(method, true)).join('\n')}`
}

function methodText({ name, path, doc, parameters, args, returns, list, query }: Method, isAsync: boolean): string {
  const [def, wait, iterator] = isAsync ? ['async def', 'await ', 'AsyncIterator'] : ['def', '', 'Iterator']
  const one = `    ${wrapped(`${def} ${name}(`, ['self', ...parameters], `) -> ${returns}:`, 4)}
        """${doc}"""
        return ${wait}${wrapped('self._call(', args, ')', 8)}
`
  if (!list) return one
  const all = parameters.filter((parameter) => !parameter.startsWith('cursor:'))
  return `${one}
    ${wrapped(`def ${name}_all(`, ['self', ...all], `) -> ${iterator}[${list.item}]:`, 4)}
        """Every item of \`\`${name}\`\`. Fetches the next page when it is needed; \`\`limit\`\` is the size of a page."""
        return ${wrapped('self._pages(', [pathExpression(path), `"${list.field}"`, query], ')', 8)}
`
}
