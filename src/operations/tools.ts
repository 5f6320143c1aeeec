import type { Config } from '../config.js'
import { isRestOnly, operationList } from './list.js'
import type { AnyOperation } from './runner.js'

/** The settings that say which tools a deployment offers to models. */
export type ToolSettings = Pick<Config, 'mcpReadOnly' | 'mcpSendApproval'>

/** Operations that models get as tools (Model Context Protocol), by the names of the tools. */
export const tools: ReadonlyMap<string, AnyOperation> = new Map(
  operationList
    .filter((operation) => whyNoTool(operation) === null)
    .map((operation) => [toolName(operation), operation]),
)

/** Why an operation is a tool for nobody; null if it is one. */
export function whyNoTool(operation: AnyOperation): string | null {
  const { kind, scope, noTool, liveAction, rest } = operation
  if (noTool) return noTool
  if (kind === 'subscription') return 'it is a stream, and a tool has one result'
  if (isRestOnly(operation) || rest?.answer) return 'it is about a file'
  if (scope === 'public') return 'it is for people without a key'
  if (liveAction) return 'it concerns money, or all that is stored about a person'
  return null
}

/** The name of the tool of an operation: `mail.threads.markRead` is `mail_threads_mark_read`. Clients take no dots. */
export function toolName({ name }: Pick<AnyOperation, 'name'>): string {
  return name.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Why this deployment does not offer the tool of an operation; null if it does. */
export function whyNotHere({ kind, sends }: AnyOperation, settings: ToolSettings): string | null {
  if (settings.mcpReadOnly && kind !== 'query') return 'On this deployment, models can only read (MCP_READ_ONLY).'
  if (settings.mcpSendApproval && sends === 'stored') {
    return 'On this deployment, people approve what models send (MCP_SEND_APPROVAL), and this could change until then.'
  }
  return null
}

/** Whether a person has to approve what the tool of an operation sends. */
export const needsApproval = ({ sends }: AnyOperation, { mcpSendApproval }: ToolSettings): boolean =>
  mcpSendApproval && (sends === 'input' || sends === 'draft')

/** What a client may tell its user about a tool before it runs (`ToolAnnotations` of the protocol). */
export function toolHints(operation: AnyOperation) {
  const { kind, rest, sends } = operation
  const isReading = kind === 'query'
  // DELETE removes, and PUT replaces.
  const isDestructive = rest?.method === 'DELETE' || rest?.method === 'PUT'
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && isDestructive,
    idempotentHint: isReading || isDestructive || takesIdempotencyKey(operation),
    openWorldHint: sends !== undefined,
  }
}

/** Whether an operation sends once for each idempotency key. */
export function takesIdempotencyKey({ kind, input }: AnyOperation): boolean {
  return kind === 'mutation' && 'shape' in input && 'idempotency_key' in input.shape
}
