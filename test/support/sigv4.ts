import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Keys of a test. The secret signs only requests to loopback. */
export interface TestCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** A request as it came over the wire. */
export interface SignedRequest {
  method: string
  /** Path with its query, as it was sent. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
const MAX_SKEW_MS = 5 * 60_000

/** AWS's error name for the signature of a request (AWS Signature Version 4); null if it is valid. */
export function signatureProblem(
  request: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: TestCredentials,
  { region, service }: { region: string; service: string },
): { type: string; message: string } | null {
  const parts = AUTHORIZATION.exec(request.headers.authorization ?? '')
  if (!parts) return { type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' }
  const [, key, date, signedRegion, signedService, signedHeaders, signature] = parts as unknown as string[]
  if (key !== accessKeyId || (request.headers['x-amz-security-token'] ?? undefined) !== sessionToken) {
    return { type: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' }
  }
  const wrong = (message: string) => ({ type: 'InvalidSignatureException', message })
  if (signedRegion !== region || signedService !== service) {
    return wrong(`Credential should be scoped to a valid region and service: ${signedRegion}/${signedService}`)
  }
  const at = String(request.headers['x-amz-date'])
  if (!at.startsWith(date!) || Math.abs(Date.now() - timeOf(at)) > MAX_SKEW_MS) return wrong(`Signature expired: ${at}`)
  const names = signedHeaders!.split(';')
  for (const needed of ['host', 'x-amz-date']) {
    if (!names.includes(needed)) return wrong(`'${needed}' must be a signed header`)
  }
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonicalRequest(request, names))].join('\n')
  const signingKey = [date!, region, service, 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const expected = createHmac('sha256', signingKey).update(text).digest('hex')
  return expected === signature
    ? null
    : wrong('The request signature we calculated does not match the one you provided')
}

function canonicalRequest({ method, url, headers, body }: SignedRequest, names: string[]): string {
  const [path = '/', query = ''] = url.split('?')
  const canonicalPath = path.split('/').map(encode).join('/')
  const canonicalQuery = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort()
    .join('&')
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim()}\n`,
  )
  return [method, canonicalPath, canonicalQuery, lines.join(''), names.join(';'), sha256(body)].join('\n')
}

/** Percent-encodes according to RFC 3986. Encodes an encoded text again, as all services except S3 do. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function timeOf(basicIso: string): number {
  return Date.parse(basicIso.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}
