import type { TrpcClient } from '@postline/client'
import { expect } from 'vitest'
import { eventually } from '../support/start-app.js'

type Input = Parameters<TrpcClient['events']['live']['subscribe']>[0]

/** Listens with the typed client, which reconnects automatically. */
export function listen(client: TrpcClient, input: Input) {
  const seen: string[] = []
  const types: string[] = []
  let error: unknown = null
  let isOver = false
  let reconnections = -1
  const subscription = client.events.live.subscribe(input, {
    onStarted: () => {
      reconnections += 1
    },
    onData: ({ id, data }) => {
      expect(id).toBe(data.id)
      seen.push(id)
      types.push(data.type)
    },
    onError: (reason) => {
      error = reason
    },
    onComplete: () => {
      isOver = true
    },
  })
  return {
    seen,
    types,
    error: () => error,
    isOver: () => isOver,
    reconnections: () => reconnections,
    started: () => eventually('started', () => reconnections >= 0),
    stop: () => subscription.unsubscribe(),
  }
}
