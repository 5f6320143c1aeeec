import type { Models } from '../models/index.js'
import { SCHEMA_STATE_ID, type SchemaStateDoc } from '../models/schema-state.js'
import { type SchemaOfBuild, versionOf } from './migration.js'

/** Whether a build can work with a ledger. Null if it can; otherwise why not. */
export interface SchemaMismatch {
  /**
   * `build-too-old`: the ledger needs a newer build, so a restart does not help. `ledger-behind`: migrations or indexes
   * are missing, which can be made.
   */
  kind: 'build-too-old' | 'ledger-behind'
  reason: string
}

/** The state of a ledger that no migration has seen: a new one, or one of a build without migrations. */
export const INITIAL_STATE: SchemaStateDoc = {
  _id: SCHEMA_STATE_ID,
  version: 0,
  min_compatible: 0,
  index_sets: [],
  steps: {},
}

export async function readSchemaState({ schemaState }: Pick<Models, 'schemaState'>): Promise<SchemaStateDoc> {
  return (await schemaState.collection.findOne({ _id: SCHEMA_STATE_ID })) ?? INITIAL_STATE
}

/** Whether a build can work with a ledger in this state. */
export function findSchemaMismatch(state: SchemaStateDoc, build: SchemaOfBuild): SchemaMismatch | null {
  const version = versionOf(build)
  if (state.min_compatible > version) {
    return {
      kind: 'build-too-old',
      reason: `the schema of the ledger needs version ${state.min_compatible} or newer, and this build has version ${version}`,
    }
  }
  if (state.version < build.oldestUsable) {
    return {
      kind: 'ledger-behind',
      reason: `the schema of the ledger has version ${state.version}, and this build needs version ${build.oldestUsable} or newer`,
    }
  }
  if (!state.index_sets.includes(build.indexSet)) {
    return { kind: 'ledger-behind', reason: 'the ledger lacks indexes that this build needs' }
  }
  return null
}
