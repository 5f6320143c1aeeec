import type { IncomingMessage } from 'node:http'
import fastifyMultipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingFile } from '../contract/file.js'
import { ApiError, fieldError } from '../errors.js'
import { ChunkBuffer } from '../lib/collections/chunk-buffer.js'
import { hasTooManyChunks, pauseReading, readBody, tooManyChunks } from './read-body.js'

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

/** A form: its fields in their order, and its files. */
export interface Form {
  fields: (readonly [name: string, value: string])[]
  files: FormFile[]
}

export interface FormFile {
  /** Name of the field. */
  name: string
  filename: string
  contentType: string
  bytes: Buffer
}

/** More parts than any form of an API needs. */
const MAX_PARTS = 2_000
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Longer ones take the event loop too long. Longer forms can be multipart. */
const MAX_ENCODED_BYTES = 1024 * 1024

/**
 * Mounts routes whose body is a form: multipart/form-data (RFC 7578), or URL-encoded. Handlers read it by {@link readForm}.
 * JSON is taken, too.
 */
export function mountFormRoutes(server: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    await scope.register(fastifyMultipart)
    scope.addContentTypeParser(FORM_TYPE, async (_request: FastifyRequest, payload: IncomingMessage) => {
      const pieces: Buffer[] = []
      await readBody(payload, MAX_ENCODED_BYTES, (piece) => pieces.push(Buffer.from(piece)))
      return new URLSearchParams(Buffer.concat(pieces).toString())
    })
    mount(scope)
  })
}

/**
 * Reads the form of a request; an empty one if it has no body.
 * @throws ApiError `payload_too_large`; `invalid_request` for any other body.
 */
export async function readForm(request: FastifyRequest, maxBytes: number): Promise<Form> {
  if (request.body instanceof URLSearchParams) return { fields: [...request.body], files: [] }
  if (!request.isMultipart?.()) {
    if (request.body === undefined || request.body === null) return { fields: [], files: [] }
    throw noForm()
  }
  const tooLarge = () => new ApiError('payload_too_large', `The form is larger than ${maxBytes / 2 ** 20} MiB.`)
  const watch = watchLength(request, maxBytes, tooLarge)
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    return await Promise.race([readFormParts(request, maxBytes, tooLarge), watch.exceeded])
  } catch (error) {
    if (error instanceof ApiError) throw error
    request.log.debug({ err: error }, 'a form could not be read')
    throw noForm()
  } finally {
    watch.end()
  }
}

async function readFormParts(request: FastifyRequest, maxBytes: number, tooLarge: () => ApiError): Promise<Form> {
  const form: Form = { fields: [], files: [] }
  const limits = { parts: MAX_PARTS, fields: MAX_PARTS, files: MAX_PARTS, fieldSize: maxBytes, fileSize: maxBytes }
  const options = { limits, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') form.fields.push([part.fieldname, String(part.value)])
    else {
      const { fieldname: name, filename, mimetype: contentType } = part
      form.files.push({ name, filename, contentType, bytes: await readPart(part, tooLarge) })
    }
  }
  return form
}

const noForm = () => new ApiError('invalid_request', 'The body must be a form: multipart/form-data or URL-encoded.')

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
