/** HTML that needs no escaping. Only {@link html} makes it. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** For {@link html} only. */
  static trust(text: string): Html {
    return new Html(text)
  }

  toString(): string {
    return this.#text
  }
}

type Part = string | number | Html | null | readonly Html[]

/** Writes HTML. Values are escaped for text and quoted attributes, unless they are HTML themselves. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  const written = parts.map((part) => {
    if (part === null) return ''
    if (part instanceof Html) return part.toString()
    return typeof part === 'object' ? part.map(String).join('') : escapeHtml(String(part))
  })
  return Html.trust(texts.reduce((whole, text, index) => whole + written[index - 1] + text))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
