/** Text of a page that is safe to be written as it is: made by {@link html} alone. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** Not for use beside {@link html}. */
  static trust(text: string): Html {
    return new Html(text)
  }

  toString(): string {
    return this.#text
  }
}

type Part = string | number | Html | null | readonly Html[]

/** Writes HTML: what is put in is escaped, for texts and quoted attributes alike, unless it is HTML itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  const written = parts.map((part) => {
    if (part === null) return ''
    if (part instanceof Html) return part.toString()
    return typeof part === 'object' ? part.map(String).join('') : escapeHtml(String(part))
  })
  return Html.trust(texts.reduce((whole, text, index) => whole + written[index - 1] + text))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes a text safe within HTML, also within quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
