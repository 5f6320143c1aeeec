import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * The thread of a LoopWatch: asks one question after the other, and answers a message with the longest wait since the
 * one before.
 */

/** Time between two questions, in ms. */
const EVERY_MS = 10

const { asked, pid } = workerData
const question = typeof asked === 'string' ? askHealth : askSmtp
const agent = new Agent({ keepAlive: true })
let heldMs = 0
/** Settles with the answer to the question that is asked now. */
let asking = Promise.resolve()

parentPort.on('message', async () => {
  await asking
  parentPort.postMessage(heldMs)
  heldMs = 0
})

for (;;) {
  asking = ask()
  await asking
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
}

async function ask() {
  const [askedAt, cpuBefore, queuedBefore] = [performance.now(), cpuMs(), queuedMs()]
  await question()
  // While this thread waits for a processor, the service works for others, and the answer is there already.
  const waitedMs = performance.now() - askedAt - (queuedMs() - queuedBefore)
  const workedMs = cpuBefore === null ? waitedMs : cpuMs() - cpuBefore - (queuedMs() - queuedBefore)
  heldMs = Math.max(heldMs, Math.min(waitedMs, workedMs))
}

function askHealth() {
  return new Promise((resolve, reject) => {
    get(`${asked}/healthz`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject)
  })
}

/** Greets a listener as another client. */
function askSmtp() {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...asked, host: '127.0.0.1' })
    let text = ''
    socket.setEncoding('latin1').on('data', (part) => {
      const isGreeted = text.includes('\n')
      text += part
      if (!isGreeted && text.includes('\n')) socket.write('EHLO other.test\r\n')
      if (!/^250 /m.test(text)) return
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`no answer to EHLO: ${text}`)))
  })
}

/** Processor time of the thread that runs the event loop, in ms; null where the system does not tell. */
function cpuMs() {
  return timesOf(`${pid}/task/${pid}`)?.[0] ?? null
}

/** How long this thread has waited for a processor, in ms. */
function queuedMs() {
  return timesOf('thread-self')?.[1] ?? 0
}

function timesOf(thread) {
  try {
    return readFileSync(`/proc/${thread}/schedstat`, 'latin1')
      .split(' ')
      .map((nanoseconds) => Number(nanoseconds) / 1e6)
  } catch {
    return null
  }
}
