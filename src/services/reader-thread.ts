import { serveTasks } from '../lib/threads/serve-tasks.js'
import { READER_TASKS, type ReaderTask } from './reader-tasks.js'

/** Each function gets the data of its kind, as `ReaderThreads.run` demands. */
const work = READER_TASKS as unknown as Record<string, (data: unknown) => object | Promise<object>>

serveTasks<ReaderTask, object>(
  ({ kind, data }) => work[kind]!(data),
  // Attachments and pages are handed over instead of copied.
  (result) => ('bytes' in result && result.bytes instanceof Uint8Array ? [result.bytes.buffer as ArrayBuffer] : []),
)
