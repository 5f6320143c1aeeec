import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { messageOf } from '../lib/errors/unknown-error.js'
import { StartError } from '../start-errors.js'

/** A certificate chain and its private key, PEM. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

interface Options {
  certFile: string
  keyFile: string
  log: Logger
  /** Called with each new certificate. */
  onChange: (certificate: Certificate) => void
  /** How often the files are read, in ms. */
  everyMs?: number
}

const EVERY_MS = 10_000

/**
 * Reads the certificate of the listener, again and again, so that a renewed one is used without a restart. The files
 * are compared by content: whoever renews them may replace, rewrite or re-link them, one after the other. While they
 * do not fit together, the earlier certificate stays in use.
 */
export class CertificateFiles {
  readonly #options: Options
  #current: Certificate | null = null
  #problem = ''
  #timer: NodeJS.Timeout | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * The certificate to start with. From now on the files are watched.
   * @throws StartError if the files cannot be used.
   */
  async start(): Promise<Certificate> {
    try {
      this.#current = await this.#read()
    } catch (error) {
      throw new StartError(`SMTP_TLS_CERT and SMTP_TLS_KEY cannot be used: ${messageOf(error)}`)
    }
    this.#timer = setInterval(() => void this.#look(), this.#options.everyMs ?? EVERY_MS).unref()
    return this.#current
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  async #read(): Promise<Certificate> {
    const { certFile, keyFile } = this.#options
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
    // Throws unless both are valid and belong together.
    createSecureContext({ cert, key })
    return { cert, key }
  }

  async #look(): Promise<void> {
    const { log, onChange } = this.#options
    try {
      const found = await this.#read()
      this.#problem = ''
      if (this.#current?.cert.equals(found.cert) && this.#current.key.equals(found.key)) return
      this.#current = found
      onChange(found)
      log.info('the SMTP listener uses a new certificate')
    } catch (error) {
      if (this.#problem !== messageOf(error)) {
        log.warn({ err: messageOf(error) }, 'the changed certificate cannot be used; the earlier one stays in use')
      }
      this.#problem = messageOf(error)
    }
  }
}
