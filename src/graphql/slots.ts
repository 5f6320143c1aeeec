import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { LIMITS } from './limits.js'

/** An operation as it is sent. */
export interface SentOperation {
  query?: unknown
  operationName?: unknown
  extensions?: unknown
}

/** Names a document that nobody can store. */
const UNKNOWN_DOCUMENT = { persistedQuery: { version: 1, sha256Hash: '' } }

/**
 * An operation with the document that its hash stands for. A hash that is unknown now stays unknown for the whole request,
 * even if somebody stores its document meanwhile, because the slots of that document have not been counted.
 * @param stored finds the document of a persisted query by its hash.
 */
export function withDocument(operation: SentOperation, stored: (hash: string) => string | undefined): SentOperation {
  const hash = hashIn(operation.extensions)
  if (typeof operation.query === 'string' || hash === null) return operation
  const query = stored(hash)
  return query === undefined ? { ...operation, extensions: UNKNOWN_DOCUMENT } : { ...operation, query }
}

/**
 * Rate-limit slots of a request: one for each query or subscription, and one for each field that a mutation runs. So a
 * mutation in many aliases costs as much as the same calls one by one.
 */
export function slotsOf(operations: readonly SentOperation[]): number {
  return operations.reduce((sum, operation) => sum + slotsOfOne(operation), 0)
}

function slotsOfOne({ query, operationName }: SentOperation): number {
  // Most requests are queries, and need not be parsed twice.
  if (typeof query !== 'string' || !query.includes('mutation')) return 1
  const document = parsed(query)
  const operation = document && getOperationAST(document, typeof operationName === 'string' ? operationName : null)
  if (!document || operation?.operation !== OperationTypeNode.MUTATION) return 1
  return Math.max(1, fieldsOf(operation.selectionSet, document).size)
}

/** The document; null if the request will be refused for it. */
function parsed(text: string): DocumentNode | null {
  if (text.length > LIMITS.documentChars) return null
  try {
    return parse(text, { noLocation: true, maxTokens: LIMITS.tokens })
  } catch {
    return null
  }
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition
  }
  return undefined
}

/** Names in the response of the fields of a selection. Fields with the same name are one call. */
function fieldsOf(
  { selections }: SelectionSetNode,
  document: DocumentNode,
  names = new Set<string>(),
  spread = new Set<string>(),
): Set<string> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) names.add((selection.alias ?? selection.name).value)
    else if (selection.kind === Kind.INLINE_FRAGMENT) fieldsOf(selection.selectionSet, document, names, spread)
    else if (!spread.has(selection.name.value)) {
      // Each once: a repeated one adds nothing, and one in itself would never end.
      spread.add(selection.name.value)
      const fragment = fragmentOf(document, selection.name.value)
      if (fragment) fieldsOf(fragment.selectionSet, document, names, spread)
    }
  }
  return names
}

function hashIn(extensions: unknown): string | null {
  const { persistedQuery } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null
  }
  const { version, sha256Hash } = persistedQuery ?? {}
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash : null
}
