import type { MessageExportFilter, MessageSummary } from '../../../contract/messages.js'
import { toLine } from '../../../lib/csv/csv.js'
import type { ServiceDeps } from '../../deps.js'
import { listMessages } from './list-messages.js'

/** Messages that are read at a time. */
const BATCH = 500

const COLUMNS = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  status: ({ status }) => status,
  from: ({ from }) => from ?? '',
  to: ({ to }) => to.join(', '),
  cc: ({ cc }) => cc.join(', '),
  subject: ({ subject }) => subject ?? '',
  message_type: ({ message_type }) => message_type,
  tags: ({ tags }) => (tags ? JSON.stringify(tags) : ''),
  scheduled_at: ({ scheduled_at }) => scheduled_at ?? '',
  test_mode: ({ test_mode }) => String(test_mode),
} satisfies Record<string, (message: MessageSummary) => string>

/** Lists of messages of any length, some lines at a time. */
export class MessageExport {
  readonly #deps: Pick<ServiceDeps, 'models'>

  constructor(deps: Pick<ServiceDeps, 'models'>) {
    this.#deps = deps
  }

  /** The messages that a filter finds, newest first, as CSV. */
  async *csv(accountId: string, filter: MessageExportFilter): AsyncGenerator<string, void> {
    yield toLine(Object.keys(COLUMNS))
    for await (const messages of this.#pages(accountId, filter)) {
      yield messages.map((message) => toLine(Object.values(COLUMNS).map((of) => of(message)))).join('')
    }
  }

  /** The same as JSON, one message a line. */
  async *ndjson(accountId: string, filter: MessageExportFilter): AsyncGenerator<string, void> {
    for await (const messages of this.#pages(accountId, filter)) {
      yield messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    }
  }

  async *#pages(accountId: string, filter: MessageExportFilter): AsyncGenerator<MessageSummary[], void> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listMessages(this.#deps.models, accountId, { ...filter, limit: BATCH, cursor })
      if (page.items.length > 0) yield page.items
      cursor = page.nextCursor
    }
  }
}
