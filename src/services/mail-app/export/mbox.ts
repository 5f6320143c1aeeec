import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'

/*
 * The format mboxrd: each mail after a line `From sender date`, with LF line ends and a blank line behind it. A line that
 * begins with `From `, or with `>`s and that, gets one more `>`, which readers take away.
 */

/** Bytes that are converted at a time. */
const SLICE = 256 * 1024
const LF = 10

/** A mail in a mailbox file, piece by piece. Works on bytes: what is no line end or `From ` stays as it is. */
export async function* mboxEntry(raw: Buffer, sender: string, at: Date): AsyncGenerator<Buffer> {
  yield Buffer.from(`From ${senderWord(sender)} ${asctime(at)}\n`)
  let endsLine = true
  for (let start = 0; start < raw.length; ) {
    if (shouldYield()) await yieldToEventLoop()
    const end = endOfSlice(raw, start)
    const lines = raw.toString('latin1', start, end).replace(/\r\n/g, '\n')
    yield Buffer.from(lines.replace(/(^|\n)(>*From )/g, '$1>$2'), 'latin1')
    endsLine = lines.endsWith('\n')
    start = end
  }
  yield Buffer.from(endsLine ? '\n' : '\n\n')
}

/**
 * A slice ends with a line, so that each begins with one. A line that is longer than a slice makes its slice longer.
 */
function endOfSlice(raw: Buffer, start: number): number {
  if (raw.length - start <= SLICE) return raw.length
  const newline = raw.indexOf(LF, start + SLICE)
  return newline < 0 ? raw.length : newline + 1
}

/** One word, as the format requires. */
const senderWord = (sender: string) => sender.replace(/[^!-~]+/g, '-') || 'MAILER-DAEMON'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time in UTC as C writes it, like `Thu Nov  5 03:04:05 2026`. */
function asctime(at: Date): string {
  const day = String(at.getUTCDate()).padStart(2, ' ')
  return `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${at.toISOString().slice(11, 19)} ${at.getUTCFullYear()}`
}
