/*
 * Runs before the service, for tests with a wrong clock: CLOCK_FILE has how far the clock of the process is ahead, in ms. A
 * change of the file counts within a moment.
 */
import { readFileSync } from 'node:fs'
import { shiftClock } from './shift-clock.mjs'

const LOOK_EVERY_MS = 50

const read = () => Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
let aheadMs = read()
shiftClock(() => aheadMs)
setInterval(() => {
  aheadMs = read()
}, LOOK_EVERY_MS).unref()
