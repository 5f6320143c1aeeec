import type { Receipt } from './sinks/provider.js'

/** A mail that a client was told is accepted. */
export interface AcceptedMail {
  id: string
  kind: 'single' | 'batch' | 'scheduled' | 'reply'
  accountId: string
  isLive: boolean
  recipient: string
  /** When it was accepted. */
  at: number
  /** Whether a client was told that it is canceled, or was told nothing about it. */
  cancellation?: 'confirmed' | 'unknown'
  /** The thread that it answers in. */
  threadId?: string
}

/** A received mail that was acknowledged. */
export interface AcceptedInbound {
  accountId: string
  recipient: string
  rfcMessageId: string
  /** The Message-ID that it answers. */
  answers: string | null
  hasAttachment: boolean
  by: 'callback' | 'smtp'
}

/** A callback that was acknowledged. */
export interface AcceptedCallback {
  messageId: string
  type: string
}

export interface AcceptedImport {
  id: string
  accountId: string
  emails: string[]
}

export interface AcceptedBroadcast {
  id: string
  accountId: string
  emails: string[]
}

/** How long a request took until it was accepted, retries included. */
export interface Timing {
  at: number
  tookMs: number
}

/** What clients were told, and what they saw. Everything is compared with it at the end. */
export class Book {
  readonly mails: AcceptedMail[] = []
  readonly inbound: AcceptedInbound[] = []
  readonly callbacks: AcceptedCallback[] = []
  readonly imports: AcceptedImport[] = []
  readonly broadcasts: AcceptedBroadcast[] = []
  /** Recipients of mail that was refused with a 4xx. */
  readonly refusedRecipients: string[] = []
  readonly timings: Timing[] = []
  /** Idempotency keys that were used again. */
  repeats = 0
  /** Requests by load. */
  readonly requests: Record<string, number> = {}
  /** Requests that had to be repeated, because they failed or were not answered. */
  retries = 0
  /** Answers that asked for a later attempt, by status and code. */
  readonly errors: Record<string, number> = {}
  /** What a client can tell is wrong. */
  readonly problems: string[] = []

  noteError(status: number, body: unknown): void {
    const code = (body as { error?: { code?: string } } | null)?.error?.code ?? 'unknown'
    const name = `${status} ${code}`
    this.errors[name] = (this.errors[name] ?? 0) + 1
    if (code !== 'overloaded') this.problems.push(`a request was answered with ${status} ${JSON.stringify(body)}`)
  }
}

/** Receipts by message. */
export function receiptsById(receipts: readonly Receipt[]): Map<string, Receipt[]> {
  const byId = new Map<string, Receipt[]>()
  for (const receipt of receipts) {
    const known = byId.get(receipt.messageId)
    if (known) known.push(receipt)
    else byId.set(receipt.messageId, [receipt])
  }
  return byId
}
