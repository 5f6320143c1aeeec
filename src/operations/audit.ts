import type { Actor } from '../contract/audit-log.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import type { RunFacts, UnauditedReason } from './operation.js'

/** The parts of an operation that control its audit entry. */
interface Noted {
  name: string
  kind: string
  scope: string
  unaudited?: UnauditedReason
  target?: (input: never, output: never) => string | null
}

/** Whether successful runs of an operation have an audit entry. */
export const isAudited = ({ kind, scope, unaudited }: Noted): boolean =>
  kind === 'mutation' && scope !== 'public' && unaudited === undefined

/** Writes the audit entry of a successful operation. If that fails, it is only logged. */
export async function recordAudit(
  services: Services,
  operation: Noted,
  caller: Caller,
  input: unknown,
  output: unknown,
  facts: RunFacts,
): Promise<void> {
  const said = operation.target ? operation.target(input as never, output as never) : (idIn(output) ?? idIn(input))
  const target = facts.target ?? said
  const { accountId } = caller
  await services.auditLog.record({ accountId, actor: actorOf(caller), operation: operation.name, target })
}

/** Writes that a key was refused an operation, as far as the audit log takes it. */
export async function recordRefusal(services: Services, operation: Noted, caller: Caller): Promise<void> {
  const { accountId, keyId: target, client } = caller
  await services.auditLog.recordRefusal({
    accountId,
    actor: actorOf(caller),
    operation: operation.name,
    target,
    client,
  })
}

const actorOf = ({ keyId, sessionId }: Caller): Actor => ({ type: sessionId ? 'session' : 'key', id: keyId })

function idIn(value: unknown): string | null {
  const { id = null } = typeof value === 'object' && value !== null ? (value as { id?: unknown }) : {}
  return typeof id === 'string' ? id : null
}
