import { randomBytes } from 'node:crypto'
import { mongo } from 'mongoose'
import { describe, expect, inject, it } from 'vitest'
import { DuplicateRowError, insertUnordered } from '../../src/models/insert-unordered.js'

describe('inserting rows', () => {
  it('names the rows that are there already and writes the others', async () => {
    const client = new mongo.MongoClient(inject('mongoUri'))
    const database = client.db(`test_${randomBytes(6).toString('hex')}`)
    const rows = database.collection<{ _id: number }>('rows')
    await rows.insertOne({ _id: 2 })
    const failures = await insertUnordered(rows, [{ _id: 1 }, { _id: 2 }, { _id: 3 }])
    expect([...failures.keys()]).toEqual([1])
    expect(failures.get(1)).toBeInstanceOf(DuplicateRowError)
    expect(await rows.countDocuments()).toBe(3)
    await database.dropDatabase()
    await client.close()
  })

  it('fails as a whole when the database is out of reach', async () => {
    const client = new mongo.MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 50 })
    await expect(insertUnordered(client.db('any').collection('rows'), [{ _id: 1 }])).rejects.toThrow()
    await client.close()
  })
})
