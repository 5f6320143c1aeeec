import { jsonPieces } from '../../../../lib/json/json-pieces.js'
import type { ReportedFile, ReportedMail } from './reported-mail.js'

/** What signs the request of a mail that came in. */
export interface ReceivedSigning {
  secret: string
  /** The time of the attempt, in Unix seconds. */
  timestamp: number
}

/** How another API hands over mail that came in. */
export interface ReceivedFormat {
  /** @param signing null for the log: what differs between attempts is left out. */
  requestOf(mail: ReportedMail, signing: ReceivedSigning | null): ReceivedRequest
  /** Headers that sign the body. Left out if it has none. */
  sign?(signing: ReceivedSigning, body: Buffer): Promise<Record<string, string>>
}

/** A request before it is encoded: JSON, or a form with files. */
export type ReceivedRequest = { json: object } | FormRequest

/** A form: URL-encoded if it is short and has no files, unless that API never does so. */
export interface FormRequest {
  fields: FormFields
  files: FormFile[]
  isMultipart?: true
}

export type FormFields = readonly (readonly [name: string, value: string])[]

/** A file of a form. */
export interface FormFile {
  name: string
  file: ReportedFile
}

/** The body of a request that is made. */
export interface EncodedRequest {
  contentType: string
  body: Buffer
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Longer forms are sent as multipart/form-data, which needs no escapes. */
const MAX_ENCODED_CHARS = 256 * 1024

/** The request as the log shows it: the JSON, or the fields of the form as JSON. */
export const loggedRequest = (request: ReceivedRequest): string =>
  JSON.stringify('json' in request ? request.json : Object.fromEntries(request.fields))

/** The body of a request. */
export async function encodeRequest(request: ReceivedRequest): Promise<EncodedRequest> {
  if ('json' in request) return { contentType: 'application/json', body: await encodeJson(request.json) }
  const chars = request.fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const isMultipart = request.isMultipart || request.files.length > 0 || chars > MAX_ENCODED_CHARS
  if (isMultipart) return encodeMultipart(request)
  return {
    contentType: FORM_TYPE,
    body: Buffer.from(new URLSearchParams(request.fields.map(([...pair]) => pair)).toString()),
  }
}

async function encodeJson(json: object): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of jsonPieces(json)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** RFC 7578. The encoder of Node.js makes the boundary and escapes names. */
async function encodeMultipart({ fields, files }: FormRequest): Promise<EncodedRequest> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  for (const { name, file } of files) {
    form.append(
      name,
      new Blob(file.bytes ? [new Uint8Array(file.bytes)] : [], { type: file.contentType }),
      file.filename,
    )
  }
  const encoded = new Response(form)
  return { contentType: encoded.headers.get('content-type')!, body: Buffer.from(await encoded.arrayBuffer()) }
}
