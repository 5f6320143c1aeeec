import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { mailTo } from './accepted-row.js'

/** Most sends at a time. */
const CONNECTIONS = 64

/** A message that was accepted, with times as `performance.now()` tells them. */
export interface Sent {
  id: string
  sentAt: number
  acceptedAt: number
}

export interface SteadySends {
  url: string
  headers: Record<string, string>
  perSecond: number
  seconds: number
}

/** Sends mails of 1 KB at a steady rate, whatever the responses take. Throws if one is not accepted. */
export async function sendSteadily({ url, headers, perSecond, seconds }: SteadySends): Promise<Sent[]> {
  const total = Math.round(perSecond * seconds)
  const startedAt = performance.now()
  const run = `${perSecond}-${startedAt}`
  // A client that costs little, because it shares the cores with what it measures.
  const pool = new Pool(url, { connections: CONNECTIONS })
  const sending: Promise<Sent>[] = []
  while (sending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000))
    while (sending.length < due) sending.push(send(pool, headers, `${run}-${sending.length}`))
    await delay(1)
  }
  const sent = await Promise.all(sending)
  await pool.close()
  return sent
}

async function send(pool: Pool, own: Record<string, string>, idempotencyKey: string): Promise<Sent> {
  const body = JSON.stringify(mailTo('delivered@example.com', idempotencyKey))
  const headers = { ...own, 'content-type': 'application/json' }
  const sentAt = performance.now()
  const response = await pool.request({ method: 'POST', path: '/v1/send', headers, body })
  const text = await response.body.text()
  if (response.statusCode !== 201) throw new Error(`POST /v1/send answered ${response.statusCode}: ${text}`)
  return { id: JSON.parse(text).id, sentAt, acceptedAt: performance.now() }
}
