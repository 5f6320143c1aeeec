import fastifyMultipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingFile } from '../contract/file.js'
import { ApiError, fieldError } from '../errors.js'
import { ChunkBuffer } from '../lib/collections/chunk-buffer.js'
import { hasTooManyChunks, pauseReading, tooManyChunks } from './read-body.js'

/** Most bytes of a body besides its file: boundaries, part headers, line ends. */
const MAX_WRAPPING_BYTES = 64 * 1024
/** One more than allowed, so that a second file is refused with an error instead of being ignored. */
const LIMITS = { files: 2, fields: 2, parts: 3, fieldSize: 1_024, headerPairs: 50 }

/**
 * Mounts routes whose body is one file (multipart/form-data, RFC 7578), and no other body. Only these routes parse such
 * bodies; all others still refuse the type.
 */
export function mountFileRoutes(server: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(fastifyMultipart, { isPartAFile })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notOneFile()))
    mount(scope)
  })
}

/** A part named `file` counts as a file, even if the client sends no filename. */
const isPartAFile = (name?: string, _type?: string, filename?: string) => name === 'file' || filename !== undefined

/**
 * Reads the file of a request: the part `file`, and nothing else. Keeps no more of a larger file than the limit, and
 * answers without waiting for the rest.
 * @throws ApiError `payload_too_large`; `invalid_request` naming `file` for any other body.
 */
export async function readFile(request: FastifyRequest, maxBytes: number): Promise<IncomingFile> {
  const tooLarge = () => new ApiError('payload_too_large', `The file is larger than ${maxBytes / 2 ** 20} MiB.`)
  if (!request.isMultipart?.()) throw notOneFile()
  const watch = watchLength(request, maxBytes + MAX_WRAPPING_BYTES, tooLarge)
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_WRAPPING_BYTES) throw tooLarge()
    return await Promise.race([readParts(request, maxBytes, tooLarge), watch.exceeded])
  } catch (error) {
    if (error instanceof ApiError) throw error
    request.log.debug({ err: error }, 'a multipart body could not be read')
    throw notOneFile()
  } finally {
    watch.end()
  }
}

async function readParts(request: FastifyRequest, maxBytes: number, tooLarge: () => ApiError): Promise<IncomingFile> {
  let file: IncomingFile | null = null
  const options = { limits: { ...LIMITS, fileSize: maxBytes }, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (file || part.type !== 'file' || part.fieldname !== 'file') throw notOneFile()
    file = { bytes: await readPart(part, tooLarge), filename: part.filename || null }
  }
  if (!file) throw notOneFile()
  return file
}

async function readPart({ file }: Multipart & { type: 'file' }, tooLarge: () => ApiError): Promise<Buffer> {
  const whole: Buffer[] = []
  const pieces = new ChunkBuffer((piece) => whole.push(piece))
  for await (const chunk of file) pieces.add(chunk as Buffer)
  if (file.truncated) throw tooLarge()
  pieces.end()
  return Buffer.concat(whole)
}

/** Counts all incoming bytes, because the parts alone do not limit the length of a body, and lets others have turns. */
function watchLength({ raw }: FastifyRequest, maxBytes: number, tooLarge: () => ApiError) {
  let reject: (error: ApiError) => void = () => {}
  const exceeded = new Promise<never>((_resolve, fail) => {
    reject = fail
  })
  // If the parts finish first, nobody awaits this.
  exceeded.catch(() => {})
  let length = 0
  const count = (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) reject(tooLarge())
    else if (hasTooManyChunks(raw, maxBytes)) reject(tooManyChunks())
    pauseReading(raw)
  }
  raw.on('data', count)
  return { exceeded, end: () => raw.off('data', count) }
}

function notOneFile(): ApiError {
  const message = 'must be the only part of a multipart/form-data body'
  return fieldError('invalid_request', 'file', message)
}
