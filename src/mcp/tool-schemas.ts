import type { Tool } from '@modelcontextprotocol/server'
import { jsonSchemaOf } from '../contract/json-schema.js'
import type { AnyOperation } from '../operations/runner.js'
import { needsApproval, type ToolSettings, takesIdempotencyKey, toolHints, toolName } from '../operations/tools.js'

const KEY = 'idempotency_key'
const ONCE_A_DAY =
  'The same input again on the same day (UTC) sends nothing and gives the first result again, unless its idempotency_key is another one.'

const ASKS_FIRST =
  'A person must approve the mail first: the result has the id of an approval, and approvals_get returns what became of it.'

const described = new Map<AnyOperation, Tool>()

/** The tool of an operation, as clients list it. */
export function toolOf(operation: AnyOperation, settings: ToolSettings): Tool {
  const known = described.get(operation) ?? describe(operation)
  described.set(operation, known)
  return needsApproval(operation, settings) ? { ...known, description: `${operation.summary} ${ASKS_FIRST}` } : known
}

/** The schema of the input. Clients take objects alone at the top, and no reference to one. */
function objectSchemaOf({ input }: AnyOperation) {
  const { $ref, ...schema } = jsonSchemaOf(input, 'input')
  return { ...schema, ...($ref && schema.$defs?.[$ref.replace('#/$defs/', '')]) }
}

function describe(operation: AnyOperation): Tool {
  const { required, ...schema } = objectSchemaOf(operation)
  const takesKey = takesIdempotencyKey(operation)
  // Without one, the door makes it.
  const needed = [...(required ?? []).filter((name) => !takesKey || name !== KEY), ...(operation.fromModels ?? [])]
  return {
    name: toolName(operation),
    description: takesKey ? `${operation.summary} ${ONCE_A_DAY}` : operation.summary,
    inputSchema: { ...schema, ...(needed.length > 0 && { required: needed }) } as Tool['inputSchema'],
    annotations: toolHints(operation),
  }
}
