import { serveTasks } from '../../../lib/serve-tasks.js'
import { type MailInBytes, type ParseOptions, parseMail } from './parse-mail.js'

/** A task: parse a mail. */
export interface ParseTask extends ParseOptions {
  /** In shared memory, which is not copied. */
  raw: Uint8Array<SharedArrayBuffer>
}

serveTasks<ParseTask, MailInBytes>(
  ({ raw, ...options }) => parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.length), options),
  ({ bytes }) => [bytes.buffer],
)
