/** What the form says. */
export interface Draft {
  to: string
  /** Empty for the shared sender. */
  from: string
  subject: string
  html: string
  text: string
}

/** A snippet that sends the same mail from a program. */
export interface Snippet {
  name: string
  title: string
  code: string
}

/** The body of the REST request, which tRPC takes as well. */
export const bodyOf = ({ to, from, subject, html, text }: Draft, idempotencyKey: string) => ({
  channel: 'email',
  idempotency_key: idempotencyKey,
  destination: { email: to },
  payload: { subject, ...(html && { body_html: html }), ...(text && { body_text: text }) },
  ...(from && { metadata: { from_email: from } }),
})

/** The input of the GraphQL mutation. */
export const inputOf = ({ to, from, subject, html, text }: Draft, idempotencyKey: string) => ({
  channel: 'EMAIL' as const,
  idempotencyKey,
  destination: { email: to },
  payload: { subject, ...(html && { bodyHtml: html }), ...(text && { bodyText: text }) },
  ...(from && { metadata: { fromEmail: from } }),
})

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

/** The mail of the form as a request of each API. */
export function snippetsOf(draft: Draft, origin: string): Snippet[] {
  const key = 'my-first-mail'
  const body = bodyOf(draft, key)
  const client = (make: string) =>
    `import { ${make} } from '@postline/client'\n\n` +
    `const postline = ${make}({ baseUrl: '${origin}', apiKey: process.env.POSTLINE_KEY! })\n\n`
  return [
    {
      name: 'curl',
      title: 'curl',
      code:
        `curl -X POST ${origin}/v1/send \\\n  -H "Authorization: Bearer $POSTLINE_KEY" \\\n` +
        `  -H 'Content-Type: application/json' \\\n  -d '${indented(body, '  ').replaceAll("'", "'\\''")}'`,
    },
    {
      name: 'typescript',
      title: 'TypeScript',
      code: `${client('createClient')}const { data } = await postline.POST('/v1/send', {\n  body: ${indented(body, '  ')},\n})\nconsole.log(data.id, data.status)`,
    },
    {
      name: 'trpc',
      title: 'tRPC',
      code: `${client('createTrpcClient')}const sent = await postline.messages.send.mutate(${indented(body, '')})\nconsole.log(sent.id, sent.status)`,
    },
    {
      name: 'graphql',
      title: 'GraphQL',
      code:
        'mutation Send($input: SendInput!) {\n  sendMessage(input: $input) {\n    id\n    status\n  }\n}\n\n# Variables\n' +
        indented({ input: inputOf(draft, key) }, ''),
    },
  ]
}
