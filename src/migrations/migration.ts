import type { mongo } from 'mongoose'

/*
 * How the ledger changes from one version of the service to the next.
 *
 * Processes of two versions work with the ledger while an upgrade replaces them one by one, and again while it is taken
 * back. So a change has two phases:
 *
 * - `expand` adds what the new version needs. Processes of the earlier version go on working with what they know. The
 *   first process of the new version runs it at its start, or `postline migrate` does.
 * - `contract` removes what only earlier versions need. Nothing runs it but `postline migrate --contract`, once no process
 *   of an earlier version runs and nobody wants to go back. From its beginning, earlier versions can no longer start, and
 *   those that still run stop.
 *
 * Indexes need no separate migration: each build creates those of its models that are missing, before it works. An
 * index never changes under its name, because earlier builds create theirs under it: a changed index gets other fields,
 * and a `contract` drops the old one.
 *
 * Between two versions, a new field is written by both or may be missing, and an old one is still written.
 */

/** What a batch works with. */
export interface Batch {
  db: mongo.Db
  /** The transaction of the batch. Every command of the batch has to be in it. */
  session: mongo.ClientSession
  /** What the batch before returned; null for the first. */
  position: string | null
}

/** What a batch has done. */
export interface BatchResult {
  /** Where the next batch begins, such as the id of the last row; null at the end. */
  position: string | null
  /** Rows that it looked at. */
  rows: number
}

/**
 * A change of rows, in batches. Each is a transaction with its position and with the lock, so it happens exactly once,
 * whatever is killed. It should take less than a second: at most some hundred rows.
 */
export interface RowStep {
  kind: 'rows'
  runBatch(batch: Batch): Promise<BatchResult>
}

/** Drops indexes, by collection and name. */
export interface DropIndexesStep {
  kind: 'drop-indexes'
  indexes: Readonly<Record<string, readonly string[]>>
}

export interface Migration {
  /** 1 for the first, without gaps. It is the version of the schema, too. Never change a migration that was released. */
  number: number
  /** What it changes, for logs and `postline migrate`. */
  name: string
  expand?: RowStep
  contract?: RowStep | DropIndexesStep
}

export type Phase = 'expand' | 'contract'

/** The name of a phase in the row of the schema. */
export const stepName = (phase: Phase, { number }: Pick<Migration, 'number'>): string => `${phase}_${number}`

/** What a build of the service brings, and what it needs. */
export interface SchemaOfBuild {
  migrations: readonly Migration[]
  /** The oldest version of the ledger that the build can work with. */
  oldestUsable: number
  /** Digest of the indexes that it needs. */
  indexSet: string
}

/** The version of the schema that a build knows. */
export const versionOf = ({ migrations }: Pick<SchemaOfBuild, 'migrations'>): number => migrations.length
