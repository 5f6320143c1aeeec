import type { z } from 'zod'
import type { Config } from '../config.js'
import { ApiError, type ErrorCode, type ErrorDetail, fieldErrors } from '../errors.js'
import { assertLiveKey, type Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import { orOverloaded } from '../services/platform/overload.js'
import { isAbsence } from '../services/platform/read-barrier.js'
import { isAudited, recordAudit, recordRefusal } from './audit.js'
import { describeIssue, describeRootIssue } from './input-issues.js'
import type { Operation, RunAs, RunFacts } from './operation.js'
import { pageOf } from './page.js'
import { pathOf, unknownFields } from './unknown-fields.js'

/** The dependencies of every run. */
export interface RunnerDeps {
  config: Config
  services: Services
  /** Also checks results against the output schema, for tests: a mismatch is a bug. */
  checkOutputs?: boolean
}

/** An operation that a caller may run: what {@link assertAllowed} has found. */
export interface Allowed<Op extends AnyOperation = AnyOperation> {
  operation: Op
  caller: Caller | null
}

/**
 * Checks in this order, before the content of the request, that the account is not suspended, the deployment has the
 * operation, and the key has the scope and the mode, and is not bound to less. A refusal of the key is noted in the audit log.
 * @param caller null without a key, which is enough for public operations.
 * @throws ApiError `unauthorized`, `account_suspended`, `not_found` or `forbidden`.
 */
export function assertAllowed<Op extends AnyOperation>(
  deps: RunnerDeps,
  operation: Op,
  caller: Caller | null,
): Promise<Allowed<Op>> {
  return notingRefusals(deps, operation, caller, async () => {
    checkAllowed(deps.config, operation, caller)
    return { operation, caller }
  })
}

function checkAllowed(config: Config, operation: AnyOperation, caller: Caller | null): void {
  if (caller) assertActive(caller)
  else if (operation.scope !== 'public') throw new ApiError('unauthorized')
  if (operation.enabled && !operation.enabled(config)) throw new ApiError('not_found')
  const { scope } = operation
  if (caller && !hasScope(operation, caller)) {
    const needed = scope === 'admin' ? 'admin' : `${scope} or admin`
    throw new ApiError(
      'forbidden',
      `This operation needs a key with the scope ${needed}; this key has ${caller.scope}.`,
    )
  }
  if (caller && operation.liveAction) assertLiveKey(caller, operation.liveAction)
  // A public operation shows everybody the same.
  if (caller?.inboxIds && scope !== 'public' && !operation.forBoundKeys) throw new ApiError('bound_key')
  if (caller?.sendTo && operation.reachesAnyone) {
    const why = 'because its recipients are limited to send_to'
    throw new ApiError('forbidden', `This key cannot ${operation.reachesAnyone}, ${why}. Use another key.`)
  }
}

const hasScope = ({ scope }: AnyOperation, caller: Caller) =>
  ['public', 'any', caller.scope].includes(scope) || caller.scope === 'admin'

/** Whether {@link assertAllowed} allows it, for lists of what a caller may do. */
export function mayRun(config: Config, operation: AnyOperation, caller: Caller): boolean {
  try {
    checkAllowed(config, operation, caller)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Checks that a caller's account is active, for doors that do not know the operation yet.
 * @throws ApiError `account_suspended`.
 */
export function assertActive(caller: Caller): void {
  if (caller.suspended) throw new ApiError('account_suspended')
}

/** Any operation. */
// biome-ignore lint/suspicious/noExplicitAny: of the variance of `run`, nothing narrower holds all operations
export type AnyOperation = Operation<string, any, any, any>

/**
 * Runs an operation for a caller: checks permission, parses, runs.
 * @param facts receives additional results of the run.
 * @param signal aborts when nobody waits for the result any more; most operations finish all the same.
 * @throws ApiError of the operation's rules, or `invalid_request` if the input does not match its schema.
 */
export async function runOperation<Op extends AnyOperation>(
  deps: RunnerDeps,
  operation: Op,
  caller: Caller | null,
  input: unknown,
  facts: RunFacts = {},
  signal?: AbortSignal,
): Promise<z.output<Op['output']>> {
  return runAllowed(deps, await assertAllowed(deps, operation, caller), input, facts, signal)
}

/** As {@link runOperation}, for doors that have to know whether the caller may before they read the input. */
export async function runAllowed<Op extends AnyOperation>(
  deps: RunnerDeps,
  { operation, caller }: Allowed<Op>,
  input: unknown,
  facts: RunFacts = {},
  signal?: AbortSignal,
): Promise<z.output<Op['output']>> {
  return notingRefusals(deps, operation, caller, async () => {
    const parsed = named(parseInput(operation.input, input), facts)
    const given = named(input, facts)
    const run = async (as: Caller | null) =>
      operation.run(contextOf(deps, { caller: as, facts, given }), parsed, signal)
    // Reads time out too, when the ledger is busy: the caller has to know that trying again helps.
    const result = await orOverloaded(certainly(deps, caller, run))
    if (typeof result === 'object' && result !== null) facts.page = pageOf(result)
    if (caller && isAudited(operation)) await recordAudit(deps.services, operation, caller, parsed, result, facts)
    return deps.checkOutputs ? operation.output.parse(result) : result
  })
}

/**
 * Opens the stream of a subscription under the same rules, until the signal.
 * @throws ApiError like {@link runOperation}; an error in the stream ends it.
 */
export async function openSubscription<Op extends AnyOperation>(
  deps: RunnerDeps,
  operation: Op,
  caller: Caller,
  input: unknown,
  signal: AbortSignal,
): Promise<AsyncIterable<z.output<Op['output']>>> {
  await assertAllowed(deps, operation, caller)
  const context = contextOf(deps, { caller, facts: {}, given: input })
  const stream = operation.run(context, parseInput(operation.input, input), signal)
  return stream as AsyncIterable<z.output<Op['output']>>
}

/** Runs an operation, and once more if it misses something that may have been acknowledged a moment ago. */
async function certainly<T>(
  { services }: RunnerDeps,
  caller: Caller | null,
  run: (caller: Caller | null) => Promise<T>,
): Promise<T> {
  try {
    return await run(caller)
  } catch (error) {
    if (!caller || !isAbsence(error)) throw error
    return run(await services.readBarrier.passFor(caller))
  }
}

/** An input with the idempotency key that an approval gives it. */
const named = <T>(input: T, { idempotencyKey }: RunFacts): T =>
  idempotencyKey === undefined ? input : { ...input, idempotency_key: idempotencyKey }

/** Errors that a key has for what it is, and not for what it asks. */
const REFUSALS: readonly ErrorCode[] = ['forbidden', 'bound_key']

function contextOf<C extends object>(deps: RunnerDeps, call: C) {
  const runAs: RunAs = (other, caller, input, facts) => runOperation(deps, other, caller, input, facts)
  return { ...call, services: deps.services, runAs }
}

/** Notes in the audit log if a key is refused what it asks for. */
async function notingRefusals<T>(
  { services }: RunnerDeps,
  operation: AnyOperation,
  caller: Caller | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof ApiError && REFUSALS.includes(error.code)
    if (caller && isRefused) await recordRefusal(services, operation, caller)
    throw error
  }
}

/** Most faults that an error names. */
const MAX_DETAILS = 20

/**
 * Parses an input with its schema.
 * @throws ApiError `invalid_request`, whose message and details name each field and what is wrong.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: describeIssue, reportInput: false })
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, MAX_DETAILS).flatMap((issue) => toDetails(issue, schema))
  throw fieldErrors('invalid_request', details.slice(0, MAX_DETAILS))
}

function toDetails(issue: z.core.$ZodIssue, schema: z.ZodType): ErrorDetail[] {
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return [{ path: '', message: describeRootIssue(schema) }]
  if (issue.code === 'unrecognized_keys') return unknownFields(schema, issue.path, issue.keys.slice(0, MAX_DETAILS))
  // Problems with the key of a record are one level below.
  const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
  return [{ path: pathOf(issue.path), message }]
}
