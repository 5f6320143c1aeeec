import type { Connection } from 'mongoose'
import * as factories from '../../src/models/factories.js'
import type { Models } from '../../src/models/index.js'

type Factories = typeof factories

/** Full Mongoose models, with which tests read and write rows. */
export type MongooseModels = { connection: Connection } & { [Name in keyof Factories]: ReturnType<Factories[Name]> }

/** Parts of the service, with full Mongoose models. */
export type WithMongoose<Parts> = Omit<Parts, 'models'> & { models: MongooseModels }

/** Adds Mongoose to the models of a service. */
export const withMongoose = <Parts extends { models: Models }>(parts: Parts): WithMongoose<Parts> => ({
  ...parts,
  models: addMongoose(parts.models),
})

/**
 * A model is compiled when a test first uses it. Its `collection` is the service's, so a stub there affects the service, but
 * not Mongoose's own methods.
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
    const set = () => {
      throw new Error('Nothing of the service would notice: replace what `collection` does')
    }
    return [name, new Proxy({}, { get, set })] as const
  })
  return { connection: models.connection, ...(Object.fromEntries(all) as Omit<MongooseModels, 'connection'>) }
}
