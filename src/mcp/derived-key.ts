import { createHash } from 'node:crypto'
import { canonicalJson } from '../lib/json/canonical-json.js'
import type { AnyOperation } from '../operations/runner.js'
import { takesIdempotencyKey } from '../operations/tools.js'
import type { Caller } from '../services/caller.js'

/**
 * An input with an idempotency key. Models and their clients call a tool again when they have lost its result, and give no
 * key: so the same input of the same API key is the same mail for the rest of the day (UTC).
 */
export function withIdempotencyKey(operation: AnyOperation, caller: Caller, input: object, now: Date): object {
  if (!takesIdempotencyKey(operation) || ('idempotency_key' in input && input.idempotency_key)) return input
  const { idempotency_key: _, ...content } = { idempotency_key: null, ...input }
  const digest = createHash('sha256')
    .update(canonicalJson([caller.keyId, operation.name, content]))
    .digest('hex')
  return { ...content, idempotency_key: `mcp:${now.toISOString().slice(0, 10)}:${digest}` }
}
