import { type Connection, type Model, Schema, type SchemaDefinition } from 'mongoose'

/** A schema as all collections of the ledger have it: no hidden version field, indexes made only on purpose, `{}` kept. */
export function ledgerSchema(collection: string, paths: SchemaDefinition): Schema {
  return new Schema(paths, { versionKey: false, collection, autoIndex: false, minimize: false })
}

/** Makes the model of a schema on a connection, with the documents' own type. */
export function ledgerModel<T>(name: string, schema: Schema): (connection: Connection) => Model<T> {
  return (connection) => connection.model(name, schema) as unknown as Model<T>
}
