import { connect } from 'node:net'
import { type CallResult, call, type TestApp } from './start-app.js'

interface UploadOptions {
  key?: string | null
  field?: string
  filename?: string
  headers?: Record<string, string>
}

/** Sends a file as the only part of a form. */
export async function uploadFile(
  app: TestApp,
  path: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  { key = app.adminKey, field = 'file', filename = 'file.bin', headers }: UploadOptions = {},
): Promise<CallResult> {
  const form = new FormData()
  form.append(field, new Blob([bytes]), filename)
  return sendForm(app, path, form, { key, ...(headers && { headers }) })
}

/** Sends a form. */
export async function sendForm(
  app: TestApp,
  path: string,
  form: FormData,
  { key = app.adminKey, headers }: Pick<UploadOptions, 'key' | 'headers'> = {},
): Promise<CallResult> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** Sends a raw body with the boundary `b`. */
export function sendRawForm(app: TestApp, path: string, body: string, type = 'multipart/form-data; boundary=b') {
  return call(app.url, 'POST', path, { key: app.adminKey, body, headers: { 'content-type': type } })
}

/** A connection on which a request is written by hand. */
export function openRequest(app: TestApp, head: string[]) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  let onText: () => void = () => {}
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    onText()
  })
  socket.write(`${[...head, 'Host: x', `Authorization: Bearer ${app.adminKey}`].join('\r\n')}\r\n\r\n`)
  return {
    socket,
    write: (bytes: Buffer | string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    /** The status of the response, as soon as its headers have arrived. */
    status: () =>
      new Promise<number>((resolve, reject) => {
        onText = () => text.includes('\r\n\r\n') && resolve(Number(text.split(' ')[1]))
        onText()
        socket.on('close', () => reject(new Error('closed without an answer')))
      }),
  }
}
