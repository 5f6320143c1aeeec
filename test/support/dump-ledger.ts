import type { Connection } from 'mongoose'

/** Every document of a database as it is stored, with the name of its collection. */
export async function dumpLedger(connection: Connection): Promise<{ name: string; bytes: Buffer }[]> {
  const db = connection.db!
  const dump: { name: string; bytes: Buffer }[] = []
  for (const { name } of await db.listCollections().toArray()) {
    const rows: unknown[] = await db.collection(name).find({}, { raw: true }).toArray()
    for (const bytes of rows) if (Buffer.isBuffer(bytes)) dump.push({ name, bytes })
  }
  return dump
}
