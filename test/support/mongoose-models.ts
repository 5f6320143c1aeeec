import type { Connection } from 'mongoose'
import * as factories from '../../src/models/factories.js'
import type { Models } from '../../src/models/index.js'

type Factories = typeof factories

/** The models with all of Mongoose, which tests read and write rows with. */
export type MongooseModels = { connection: Connection } & { [Name in keyof Factories]: ReturnType<Factories[Name]> }

/** Parts of the service whose models have all of Mongoose. */
export type WithMongoose<Parts> = Omit<Parts, 'models'> & { models: MongooseModels }

/** Adds Mongoose to the models of a service. */
export const withMongoose = <Parts extends { models: Models }>(parts: Parts): WithMongoose<Parts> => ({
  ...parts,
  models: addMongoose(parts.models),
})

/**
 * A model is made when a test first uses it. Its `collection` stays that of the service, so that a test can replace what
 * the collection does.
 */
function addMongoose(models: Models): MongooseModels {
  const all = Object.entries(factories).map(([name, make]) => {
    const { collection } = models[name as keyof Factories]
    const get = (_target: object, key: string | symbol) => {
      if (key === 'collection') return collection
      const model = make(models.connection)
      const value: unknown = Reflect.get(model, key)
      return typeof value === 'function' ? value.bind(model) : value
    }
    return [name, new Proxy({}, { get })] as const
  })
  return { connection: models.connection, ...(Object.fromEntries(all) as Omit<MongooseModels, 'connection'>) }
}
