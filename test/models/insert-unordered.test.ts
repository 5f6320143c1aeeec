import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { mongo } from 'mongoose'
import { describe, expect, inject, it } from 'vitest'
import { DuplicateRowError, insertUnordered } from '../../src/models/insert-unordered.js'
import { mongoUriThrough } from '../support/databases.js'
import { startTcpEndpoint } from '../support/endpoint.js'

describe('inserting rows', () => {
  it('reports the rows that already exist and writes the others', async () => {
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

  it('fails completely when the database becomes unreachable', async () => {
    const { port, hostname } = new URL(inject('mongoUri'))
    const way = await startTcpEndpoint((socket) => {
      const onward = connect(Number(port), hostname)
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      socket.pipe(onward).pipe(socket)
    })
    const client = new mongo.MongoClient(mongoUriThrough(way.port), { serverSelectionTimeoutMS: 200 })
    const rows = client.db(`test_${randomBytes(6).toString('hex')}`).collection<{ _id: number }>('rows')
    expect(await rows.countDocuments()).toBe(0)
    await way.close()
    await expect(insertUnordered(rows, [{ _id: 1 }])).rejects.toThrow()
    await client.close()
  })
})
