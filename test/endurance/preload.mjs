/*
 * Runs before the service in every process of the endurance test. What a deployment on several machines has and one
 * machine lacks:
 *
 * - CLOCK_AHEAD_MS: how far the clock of its machine is ahead.
 * - ROUTES: ports of other servers, with the port of this process's own way to each, as JSON. A driver that asks a
 *   replica set for its members gets one address of each, the same for all processes.
 */
import { Socket } from 'node:net'
import { shiftClock } from '../support/shift-clock.mjs'

const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const routes = JSON.parse(process.env.ROUTES ?? '{}')

if (aheadMs !== 0) shiftClock(() => aheadMs)

const connect = Socket.prototype.connect
Socket.prototype.connect = function connectByRoute(...given) {
  // `net.connect` passes its arguments on as one array.
  const [first] = given
  const options = Array.isArray(first) ? first[0] : first
  const port = typeof options === 'object' && options !== null ? routes[options.port] : undefined
  if (port !== undefined) {
    if (Array.isArray(first)) first[0] = { ...options, port }
    else given[0] = { ...options, port }
  }
  return connect.apply(this, given)
}
