import { type Connection, type Model, type mongo, Schema, type SchemaDefinition } from 'mongoose'

/** A Mongoose model of the ledger. Only tests make one: the service has the driver's collection, see `createModels`. */
export type LedgerModel<T extends mongo.Document> = Omit<Model<T>, 'collection'> & { collection: mongo.Collection<T> }

/** The schema of a ledger collection: without version field and automatic indexes, and keeping empty objects. */
export function ledgerSchema(collection: string, paths: SchemaDefinition): Schema {
  return new Schema(paths, { versionKey: false, collection, autoIndex: false, minimize: false })
}

/** Makes a typed model of its schema on a connection. */
export interface LedgerModelFactory<T extends mongo.Document> {
  (connection: Connection): LedgerModel<T>
  schema: Schema
}

export function ledgerModel<T extends mongo.Document>(name: string, schema: Schema): LedgerModelFactory<T> {
  // Rows get their type here, and `createModels` relies on it: MongoDB knows none, and a schema's own is wider.
  const make = (connection: Connection) => connection.model(name, schema) as unknown as LedgerModel<T>
  return Object.assign(make, { schema })
}
