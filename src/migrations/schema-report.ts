import type { Connection } from 'mongoose'
import { createModels } from '../models/index.js'
import { findMissingIndexes } from '../models/indexes.js'
import { type Migration, type Phase, type SchemaOfBuild, stepName, versionOf } from './migration.js'
import { findPending } from './migrator.js'
import { findSchemaMismatch, readSchemaState } from './schema-compatibility.js'

/** A phase of a migration that is not done. */
export interface PendingStep {
  number: number
  name: string
  phase: Phase
  /** Rows that were looked at before it was interrupted, or so far. */
  rows: number
}

/** What is done to the schema of a ledger, and what is left for a build. */
export interface SchemaReport {
  /** Version of the ledger. */
  version: number
  /** Version of the build. */
  build: number
  /** The oldest version that a process may have. */
  min_compatible: number
  /** Why this build cannot work with the ledger; null if it can. */
  problem: string | null
  /** What `postline migrate` would run. */
  expand: PendingStep[]
  /** What `postline migrate --contract` would run after it. */
  contract: PendingStep[]
  /** The indexes that `postline migrate` would build. */
  missing_indexes: string[]
}

/** Compares a ledger with a build. Changes nothing. */
export async function reportSchema(connection: Connection, build: SchemaOfBuild): Promise<SchemaReport> {
  const [state, missing] = await Promise.all([
    readSchemaState(createModels(connection)),
    findMissingIndexes(connection),
  ])
  const pending = (phase: Phase) =>
    findPending(state, build, phase).map((migration: Migration) => {
      const rows = state.steps[stepName(phase, migration)]?.rows ?? 0
      return { number: migration.number, name: migration.name, phase, rows }
    })
  return {
    version: state.version,
    build: versionOf(build),
    min_compatible: state.min_compatible,
    problem: findSchemaMismatch(state, build)?.reason ?? null,
    expand: pending('expand'),
    contract: pending('contract'),
    missing_indexes: missing,
  }
}
