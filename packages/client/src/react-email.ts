import { PostlineError } from './postline-error.js'

/*
 * Mail that is written with React Email (https://react.email). The package renders elements of React to HTML; it is loaded
 * when the first element is rendered, and is not part of the bundle.
 */

/** An element of React, such as `<Welcome />`. Elements of any version of React have this shape. */
export interface ReactEmailElement {
  type: unknown
  props: unknown
  key: unknown
}

/** The bodies of a mail, as `payload` takes them. */
export interface RenderedEmail {
  body_html: string
  body_text: string
}

/**
 * Renders an element to HTML and to the same as plain text, with `@react-email/render`. Sends take an element as
 * `payload.react`; this is for everything else that has these bodies, such as tRPC and templates.
 * @throws PostlineError `invalid_request` if it is no element or throws, or if React Email is not installed
 */
export function renderEmail(element: ReactEmailElement): Promise<RenderedEmail> {
  return render(element, 'element')
}

/**
 * A send, or the items of a batch, with bodies in place of elements.
 * @throws PostlineError `invalid_request` that names the field
 */
export function withRenderedBodies(body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return renderedSend(body, '')
  return Promise.all(body.map((item, index) => renderedSend(item, `${index}.`)))
}

interface WithElement {
  payload?: ({ react?: unknown } & Partial<Record<keyof RenderedEmail, string | null>>) | null
}

async function renderedSend(send: unknown, path: string): Promise<unknown> {
  const { payload } = (send ?? {}) as WithElement
  if (!payload || !('react' in payload)) return send
  const { react, ...others } = payload
  if (react == null) return { ...(send as object), payload: others }
  const field = `${path}payload.react`
  if (others.body_html != null) throw invalid(field, 'cannot be sent together with body_html. Leave one of them out.')
  const { body_html, body_text } = await render(react, field)
  return { ...(send as object), payload: { ...others, body_html, body_text: others.body_text ?? body_text } }
}

async function render(element: unknown, field: string): Promise<RenderedEmail> {
  // A component is the common mistake, and React would render it to nothing.
  if (!isElement(element)) throw invalid(field, 'must be an element of React, like <Welcome />.')
  const reactEmail = await load(field)
  try {
    const html = await reactEmail.render(element)
    return { body_html: html, body_text: reactEmail.toPlainText(html) }
  } catch (cause) {
    throw invalid(field, `cannot be rendered: ${messageOf(cause)}`, cause)
  }
}

/** Inside a `try`, bundlers do not insist on a package that a program may not need. */
async function load(field: string): Promise<typeof import('@react-email/render')> {
  try {
    return await import('@react-email/render')
  } catch (cause) {
    const install = 'npm install @react-email/render react react-dom'
    throw invalid(
      field,
      `needs React Email, which cannot be loaded (${messageOf(cause)}). Install it: ${install}`,
      cause,
    )
  }
}

const isElement = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '$$typeof' in value && 'props' in value

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function invalid(path: string, message: string, cause?: unknown): PostlineError {
  return new PostlineError('invalid_request', `${path}: ${message}`, { details: [{ path, message }], cause })
}
