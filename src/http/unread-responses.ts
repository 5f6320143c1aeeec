import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientNetwork } from '../lib/network/ip-address.js'
import type { OpenRequests } from './open-requests.js'
import { ReadingProgress } from './reading-progress.js'

/** Most bytes that may wait for the readers of an account, or of an address without a key: four of the largest responses. */
const MAX_BYTES = 64 * 1024 * 1024
/** How long a reader may take nothing, in ms. */
const STALL_MS = 30_000
const CHECK_MS = 200

export interface UnreadOptions {
  maxBytes?: number
  stallMs?: number
}

interface Unread {
  response: ServerResponse
  waitingBytes: number
  unreadBytes: number
}

/**
 * Disconnects clients that do not read their responses, which would fill the memory of the process: each that takes
 * nothing for too long and, of an account that leaves too much unread over all its connections, those with the most left.
 */
export function limitUnreadResponses(
  server: FastifyInstance,
  openRequests: OpenRequests,
  options: UnreadOptions = {},
): void {
  const { maxBytes = MAX_BYTES, stallMs = STALL_MS } = options
  const open = new Map<ServerResponse, { request: FastifyRequest; progress: ReadingProgress }>()
  server.addHook('onRequest', (request, { raw }, done) => {
    open.set(raw, { request, progress: new ReadingProgress(raw, Date.now()) })
    raw.once('close', () => open.delete(raw))
    done()
  })
  const timer = setInterval(check, CHECK_MS).unref()
  server.addHook('onClose', () => clearInterval(timer))

  function check(): void {
    const now = Date.now()
    const byOwner = new Map<string, Unread[]>()
    for (const [response, { request, progress }] of open) {
      if (progress.isCutOff) {
        // Of one that waited for others on its connection, Node.js does not say that it is closed.
        openRequests.leave(request.raw)
        open.delete(response)
        continue
      }
      const { waitingBytes, unreadBytes, stalledMs } = progress.look(now)
      if (waitingBytes === 0) continue
      if (stalledMs >= stallMs) {
        response.destroy()
        continue
      }
      const owner = ownerOf(request)
      if (!byOwner.has(owner)) byOwner.set(owner, [])
      byOwner.get(owner)!.push({ response, waitingBytes, unreadBytes })
    }
    for (const unread of byOwner.values()) dropMostUnread(unread, maxBytes)
  }
}

/** Disconnects clients, those with the most left to read first, until the rest is within the limit. */
function dropMostUnread(unread: Unread[], maxBytes: number): void {
  let total = unread.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
  if (total <= maxBytes) return
  // Of several with the same amount left, the newest goes first.
  const order = unread.reverse().sort((one, other) => other.unreadBytes - one.unreadBytes)
  for (const { response, waitingBytes } of order) {
    response.destroy()
    total -= waitingBytes
    if (total <= maxBytes) return
  }
}

const ownerOf = ({ caller, ip }: FastifyRequest): string => caller?.accountId ?? clientNetwork(ip)
