import type { Connection, mongo } from 'mongoose'
import { z } from 'zod'
import type { SystemRowDoc } from '../../../models/system-row.js'

/*
 * After a restore nothing leaves until `postline resume`: what was in flight at the backup may have left since. One row
 * says so. It is written before the first document is restored, and a process that finds it
 *
 *   - as `restoring` does not start: the database is not whole,
 *   - as `held` serves requests and accepts mail, but does no work of workers and schedulers.
 */

/** Id of the row. */
export const HOLD_ROW = 'restore_hold'

const holdSchema = z.object({
  state: z.enum(['restoring', 'held']),
  /** Id of the backup. */
  backup: z.string(),
  /** The moment that the backup shows. */
  backup_at: z.iso.datetime(),
  /** When the restore began. What was accepted earlier comes from the backup. */
  restored_at: z.iso.datetime(),
})

export type RestoreHold = z.infer<typeof holdSchema>

type SystemRows = mongo.Collection<SystemRowDoc>

/** The system rows of a database that may have no models yet. */
export const systemRows = ({ db }: Pick<Connection, 'db'>): SystemRows => db!.collection('system')

/** The hold of a deployment; null if it works. */
export async function findHold(rows: SystemRows): Promise<RestoreHold | null> {
  const row = await rows.findOne({ _id: HOLD_ROW })
  return row && holdSchema.parse(JSON.parse(row.value))
}

/** @throws Error while the database is being restored, or if its restore was interrupted. */
export async function refuseWhileRestoring(connection: Connection): Promise<void> {
  const hold = await findHold(systemRows(connection))
  if (hold?.state !== 'restoring') return
  throw new Error(
    `its database is being restored from the backup of ${hold.backup_at}. If no restore runs, run \`postline restore\` again with that backup`,
  )
}

/** Writes the hold, whatever was there. */
export async function writeHold(rows: SystemRows, hold: RestoreHold): Promise<void> {
  await rows.replaceOne({ _id: HOLD_ROW }, { value: JSON.stringify(hold) }, { upsert: true })
}

/** Ends the hold. Workers and schedulers notice within seconds. */
export async function endHold(rows: SystemRows): Promise<void> {
  await rows.deleteOne({ _id: HOLD_ROW })
}
