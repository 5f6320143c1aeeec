import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TimeoutError, withFallback, withTimeout } from '../../../src/lib/concurrency/time-limit.js'
import { stall } from '../../support/stall.js'
import { startThreadServer } from '../../support/thread-server.js'

const never = new Promise<never>(() => undefined)
const late = (reason: string) => reason

describe('work with a fallback', () => {
  test('returns its own result, even undefined', async () => {
    for (const result of [undefined, null, '', 0, false]) {
      expect(await withFallback({ timeoutMs: 1_000 }, Promise.resolve(result), late)).toBe(result)
    }
  })

  test('returns the fallback after its time-out', async () => {
    expect(await withFallback({ timeoutMs: 5 }, never, late)).toBe('timeout')
  })

  test('returns the fallback when the signal aborts, also before the work starts', async () => {
    const stop = new AbortController()
    const waiting = withFallback({ timeoutMs: 10_000, signal: stop.signal }, never, late)
    stop.abort()
    expect(await waiting).toBe('abort')
    expect(await withFallback({ signal: stop.signal }, never, late)).toBe('abort')
  })

  test('fails if its work fails', async () => {
    await expect(withFallback({ timeoutMs: 1_000 }, Promise.reject(new Error('broken')), late)).rejects.toThrow(
      'broken',
    )
  })

  test('ignores a failure that comes too late', async () => {
    let fail = (_error: Error): void => undefined
    const failing = new Promise<never>((_resolve, reject) => {
      fail = reject
    })
    expect(await withFallback({ timeoutMs: 5 }, failing, late)).toBe('timeout')
    // An unhandled rejection would fail this run.
    fail(new Error('too late'))
    await setImmediate()
  })
})

test('work with a time-out fails with a TimeoutError', async () => {
  await expect(withTimeout(5, never)).rejects.toThrow(new TimeoutError(5))
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done')
})

test('an answer that came before its time was over is taken, however late this process gets to read it', async () => {
  const server = await startThreadServer()
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const answer = withTimeout(200, once(socket, 'data'))
  socket.write('how are you?')
  // The request has to leave.
  await setImmediate()
  stall(400)
  expect(String((await answer)[0])).toBe('how are you?')
  socket.destroy()
  await server.close()
})
