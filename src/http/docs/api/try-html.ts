import { type Html, html } from '../../pages/html.js'
import type { ApiEntry, Content, Parameter } from './document.js'

/** The field for the key, once on a page. It is in no form, so that no browser puts it into an address. */
export const KEY_FIELD: Html = html`<p class="key" hidden>
<label for="key">API key to try requests with</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…">
<small>It stays on this page. Without one, requests use the session of the console, if you have signed in there.</small>
</p>`

/**
 * A form that sends the request to this server and shows the response. The script of the page works it; without scripts it
 * stays hidden.
 */
export function tryHtml({ method, path, operation }: ApiEntry, mediaType = '', body?: Content): Html {
  const { operationId, parameters = [] } = operation
  return html`<details class="try" hidden data-method="${method}" data-path="${path}" data-type="${mediaType}">
<summary>Try it</summary>
${parameters.map((parameter) => parameterField(operationId, parameter))}
${body ? bodyField(operationId, mediaType, body) : null}
<p><button type="button">Send ${method}</button></p>
<pre tabindex="0" hidden aria-live="polite" aria-label="Response"></pre>
</details>`
}

function parameterField(operationId: string, { name, in: place, required, example }: Parameter): Html {
  const id = `${operationId}-${name}`
  // What only narrows a list is left empty: the example would find nothing.
  const value = required ? String(example ?? '') : ''
  return html`<p><label for="${id}">${name}${required ? null : ' (optional)'}</label>
<input id="${id}" data-in="${place}" data-name="${name}" value="${value}" autocomplete="off" spellcheck="false"></p>
`
}

function bodyField(operationId: string, mediaType: string, { examples = {} }: Content): Html {
  const id = `${operationId}-body`
  if (mediaType.startsWith('multipart/')) {
    return html`<p><label for="${id}">File</label> <input id="${id}" data-body type="file"></p>`
  }
  const value = Object.values(examples)[0]?.value ?? {}
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return html`<p><label for="${id}">Body</label>
<textarea id="${id}" data-body rows="${Math.min(text.split('\n').length, 24)}" spellcheck="false">${text}</textarea></p>`
}
