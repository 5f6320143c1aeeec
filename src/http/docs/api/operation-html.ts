import { type Html, html } from '../../pages/html.js'
import { targetOf } from '../links.js'
import { textRenderer } from '../render-markdown.js'
import { sampleHtml } from '../samples.js'
import { type ApiDocument, type ApiEntry, type Content, type Response, routeOf } from './document.js'
import { fieldsOf, typeOf } from './fields.js'
import { tryHtml } from './try-html.js'

/** Links in descriptions are those of the page "The API in words". */
export const { block, inline } = textRenderer((link) => targetOf(link, 'api.md'))

/** One operation: what it takes, what it returns, how it fails, and a form to try it. */
export function operationHtml(document: ApiDocument, entry: ApiEntry): Html {
  const { operation } = entry
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const answers = Object.entries(responses)
  const errorRows = answers
    .filter(isError)
    .map(([status, response]) => [
      html`<code>${status}</code>`,
      block(resolveResponse(document, response).description ?? ''),
    ])
  return html`<section class="operation">
<h2 id="${operationId}"><a class="anchor" href="#${operationId}">${summary}</a></h2>
<p class="route"><code>${routeOf(entry)}</code></p>
${description ? block(description) : null}
${
  parameters.length === 0
    ? null
    : table(
        'Parameters',
        ['Name', 'Type', 'Meaning'],
        parameters.map((parameter) => [
          name(parameter.name, parameter.required === true),
          html`${typeOf(document, parameter.schema)}<br><small>${parameter.in}</small>`,
          inline(parameter.description ?? ''),
        ]),
      )
}
${body && mediaType ? bodyHtml(document, `Body: ${mediaType}`, body, requestBody?.description) : null}
${examplesHtml('Example', body)}
${answers.filter((answer) => !isError(answer)).map(([status, response]) => answerHtml(document, status, response))}
${table('Errors', ['Status', 'Code'], errorRows)}
${entry.path === null ? null : tryHtml(entry, mediaType, body)}
</section>
`
}

const isError = ([status]: [string, Response]) => Number(status) >= 400

/** What a successful call returns. */
function answerHtml(document: ApiDocument, status: string, response: Response): Html {
  const { description = '', content = {} } = resolveResponse(document, response)
  const [mediaType, body] = Object.entries(content)[0] ?? []
  const title = `Response ${status}${mediaType ? `: ${mediaType}` : ''}`
  return html`<details><summary>${title}</summary>
${body?.schema ? bodyHtml(document, null, body, description) : block(description)}
${examplesHtml('Example', body)}
</details>`
}

const resolveResponse = ({ components }: ApiDocument, response: Response): Response =>
  response.$ref === undefined ? response : (components.responses[response.$ref.split('/').at(-1)!] ?? response)

function bodyHtml(document: ApiDocument, title: string | null, { schema = {} }: Content, description?: string): Html {
  const fields = fieldsOf(document, schema)
  const rows = fields.map((field) => [name(field.name, field.isRequired), html`${field.type}`, inline(field.meaning)])
  return html`${title === null ? null : html`<h3>${title}</h3>`}
${description ? block(description) : null}
${fields.length === 0 ? html`<p>${typeOf(document, schema)}</p>` : table(null, ['Field', 'Type', 'Meaning'], rows)}`
}

/** Only the first one: more of them make a page long, and `openapi.json` has all. */
function examplesHtml(title: string, content: Content | undefined): Html | null {
  const [example] = Object.values(content?.examples ?? {})
  if (!example || example.value === null) return null
  const { value } = example
  const sample = typeof value === 'string' ? sampleHtml(value, '') : sampleHtml(JSON.stringify(value, null, 2), 'json')
  return html`<h3>${title}${example.summary ? html`: ${example.summary}` : null}</h3>
${sample}`
}

const name = (field: string, isRequired: boolean): Html =>
  html`<code>${field}</code>${isRequired ? html`<br><small>required</small>` : null}`

function table(title: string | null, head: readonly string[], rows: Html[][]): Html | null {
  if (rows.length === 0) return null
  return html`${title === null ? null : html`<h3>${title}</h3>`}
<div class="wide" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>
${rows.map(
  (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`
}
