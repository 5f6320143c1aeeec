import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** A header of a request or a response. */
export interface Header {
  name: string
  value: string
}

/** The result of a request. Without a status, `failure` says why; with one, `failure` concerns only the body. */
export interface ExchangeResult {
  status: number | null
  failure: unknown
  /** The header Retry-After; null without one. */
  retryAfter: string | null
  /** The first headers of the response, at most `KEPT_HEADER_CHARS` of them. */
  headers: Header[]
  /** The start of the response body as text, at most `KEPT_BYTES` in UTF-8. */
  body: string
}

const READ_BYTES = 64 * 1024
const KEPT_BYTES = 1024
const KEPT_HEADER_CHARS = 1024

class CutOff extends Error {
  readonly code = 'DEADLINE'
}

/**
 * Sends one request and waits for the end of its response, for 64 KiB of it, or for the deadline, whichever comes
 * first. The deadline starts now and includes connecting. Never rejects.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    dispatcher.dispatch(request, new ExchangeHandler(timeoutMs, resolve))
  })
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #finish: (result: ExchangeResult) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #retryAfter: string | null = null
  #headers: Header[] = []
  #kept: Buffer[] = []
  #keptBytes = 0
  #readBytes = 0
  #done = false

  constructor(timeoutMs: number, finish: (result: ExchangeResult) => void) {
    this.#finish = finish
    this.#timer = setTimeout(() => this.#cut(new CutOff()), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The deadline passed during connecting, so nothing may be sent.
    if (this.#done) controller.abort(new CutOff())
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.#status = status
    this.#retryAfter = [headers['retry-after']].flat()[0] ?? null
    this.#headers = firstHeaders(headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length
    const room = KEPT_BYTES - this.#keptBytes
    if (room > 0) {
      // Copied, so that the small part does not keep the socket's buffer alive.
      const part = Buffer.from(chunk.subarray(0, room))
      this.#kept.push(part)
      this.#keptBytes += part.length
    }
    if (this.#readBytes > READ_BYTES) this.#cut(new CutOff())
  }

  onResponseEnd(): void {
    this.#settle(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error)
  }

  #cut(reason: Error): void {
    this.#settle(reason)
    this.#controller?.abort(reason)
  }

  #settle(failure: unknown): void {
    if (this.#done) return
    this.#done = true
    clearTimeout(this.#timer)
    const body = toText(Buffer.concat(this.#kept), this.#readBytes > this.#keptBytes)
    this.#finish({ status: this.#status, failure, retryAfter: this.#retryAfter, headers: this.#headers, body })
  }
}

/** As many headers as there is room for. A server may send many kilobytes of them. */
function firstHeaders(headers: IncomingHttpHeaders): Header[] {
  const kept: Header[] = []
  let room = KEPT_HEADER_CHARS
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? ''].flat()) {
      room -= name.length + value.length
      if (room < 0) return kept
      kept.push({ name, value })
    }
  }
  return kept
}

/** Replaces invalid UTF-8, and drops a character that was cut off. */
function toText(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut })
  const encoded = Buffer.from(text)
  if (encoded.length <= KEPT_BYTES) return text
  // Replacement characters are longer than the bytes they replace.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encoded.subarray(0, KEPT_BYTES), { stream: true })
}
