import { isMachineName } from '../../lib/network/public-name.js'
import { type Html, html } from '../pages/html.js'
import { highlight } from './highlight.js'

/** The address of the service in the Markdown files, which are also read where no service is. */
export const SAMPLE_URL = 'http://127.0.0.1:3000'

/** Blocks in these are not for a shell or a program: what they say is about the machine itself. */
const PLAIN = ['', 'text', 'csv', 'html', 'mermaid']

/** What belongs to the reader: the address of the service, and keys. */
const OWN =
  /http:\/\/127\.0\.0\.1:3000|(?<env>\$\{process\.env\.(?:POSTLINE_KEY|TEST_KEY)\}|process\.env\.(?:POSTLINE_KEY|TEST_KEY)!?|\$(?:POSTLINE_KEY|TEST_KEY|KEY)\b|sk_(?:live|test)_…)/g

/**
 * A sample with its colors and the address of this service. The script of the page adds a button that copies it, and puts
 * the reader's key in: no key is in what the service answers, because caches may keep it.
 * @param baseUrl `BASE_URL`.
 */
export function sampleHtml(code: string, language: string, baseUrl = SAMPLE_URL): Html {
  if (PLAIN.includes(language)) return preHtml(html`${code}`)
  const pieces = highlight(code, language).map(({ kind, text }) => {
    const own = ownHtml(text, baseUrl)
    return kind === null ? own : html`<span class="is-${kind}">${own}</span>`
  })
  return html`<div class="sample">${preHtml(html`${pieces}`)}</div>`
}

// It can be wider than a phone. What scrolls takes the focus, for readers without a mouse.
const preHtml = (code: Html) => html`<pre tabindex="0"><code>${code}</code></pre>`

/** A text of a sample or a link, with the address of this service. */
export function ownHtml(text: string, baseUrl: string): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(OWN)) {
    const { env } = match.groups!
    parts.push(html`${text.slice(end, match.index)}`, env === undefined ? addressHtml(baseUrl) : keyHtml(env))
    end = match.index + match[0].length
  }
  return html`${[...parts, html`${text.slice(end)}`]}`
}

/** Without a public `BASE_URL`, the script shows the address that the reader has asked. */
function addressHtml(baseUrl: string): Html {
  return isMachineName(new URL(baseUrl).hostname) ? html`<span data-address>${baseUrl}</span>` : html`${baseUrl}`
}

/** A place for a key. A live key has no business where a sample uses a test key, whose mail goes to nobody. */
function keyHtml(text: string): Html {
  const kind = /TEST_KEY|sk_test/.test(text) ? 'test' : 'any'
  const isValue = text.startsWith('process')
  return html`<span data-key="${kind}"${isValue ? html` data-quoted` : null}>${text}</span>`
}

/** Where a reader gives a key for the samples of a page. The script of the page shows it and works it. */
export const OWN_KEY: Html = html`<details class="own-key" hidden>
<summary>Put your key into the samples</summary>
<p><label for="own-key">API key</label>
<input id="own-key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"></p>
<p><button type="button">Make a test key for a day</button></p>
<p role="status"></p>
<small>The key stays on this page and is gone when you leave it. Samples that use a test key take no live one. To make a key,
sign in to the console as an admin first.</small>
</details>
`
