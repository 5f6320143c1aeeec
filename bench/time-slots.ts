import { setTimeout as delay } from 'node:timers/promises'

/*
 * Gives processes turns on a core: `node time-slots.ts <slots> <pid>…`. A turn of each round belongs to each process; it
 * stands still in all others. With four slots, each process has a quarter of the core, also if it is alone.
 */

const SLOT_MS = 4

const [slots, ...pids] = process.argv.slice(2).map(Number) as [number, ...number[]]
let ending = false
process.on('SIGTERM', () => {
  ending = true
})
for (const pid of pids) process.kill(pid, 'SIGSTOP')
process.stdout.write('running\n')
for (let slot = 0; !ending; slot = (slot + 1) % slots) {
  const pid = pids[slot]
  if (pid) process.kill(pid, 'SIGCONT')
  await delay(SLOT_MS)
  if (pid) process.kill(pid, 'SIGSTOP')
}
for (const pid of pids) process.kill(pid, 'SIGCONT')
