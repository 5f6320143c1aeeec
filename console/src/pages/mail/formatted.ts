/** Quotes within quotes deeper than this are one. */
const MAX_DEPTH = 8
const BULLET = /^ {0,3}[-*•] +/
const NUMBER = /^ {0,3}\d{1,3}[.)] +/
const QUOTE = /^> ?/
const INLINE =
  /\*\*(?<bold>[^*\n]{1,1000})\*\*|\[(?<words>[^[\]\n]{1,500})\]\((?<link>(?:https?:\/\/|mailto:)[^\s()<>]{1,2000})\)|(?<bare>https?:\/\/[^\s<>"']{1,2000})/g
/** These rather end a sentence than an address. */
const TRAILING = /[.,;:!?)]{1,20}$/
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const QUOTE_STYLE = 'margin:0 0 0 8px;padding-left:12px;border-left:2px solid #bbb'

/**
 * A text as HTML. It may have `**bold**` words, `[links](https://…)`, lists of lines that begin with `-` or `1.`, and quotes
 * of lines that begin with `>`, as in Markdown.
 */
export const toHtml = (text: string): string => `<div>${blocks(text.split('\n'), 0)}</div>`

/** Consecutive lines of one kind. */
type Kind = 'quote' | 'bullets' | 'numbers' | 'blank' | 'text'

function kindOf(line: string): Kind {
  if (QUOTE.test(line)) return 'quote'
  if (BULLET.test(line)) return 'bullets'
  if (NUMBER.test(line)) return 'numbers'
  return line.trim() === '' ? 'blank' : 'text'
}

function blocks(lines: readonly string[], depth: number): string {
  const found: { kind: Kind; lines: string[] }[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = found.at(-1)
    // A line that is indented goes on with the entry above it.
    const goesOn = last && /^ {2,}\S/.test(line) && (last.kind === 'bullets' || last.kind === 'numbers')
    if (last && kind === last.kind) last.lines.push(line)
    else if (goesOn && kind === 'text') last.lines[last.lines.length - 1] += `\n${line.trim()}`
    else found.push({ kind, lines: [line] })
  }
  return found.map(({ kind, lines: own }) => block(kind, own, depth)).join('\n')
}

function block(kind: Kind, lines: readonly string[], depth: number): string {
  const items = (mark: RegExp) => lines.map((line) => `<li>${inline(line.replace(mark, ''))}</li>`).join('')
  switch (kind) {
    case 'quote': {
      const inner = lines.map((line) => line.replace(QUOTE, ''))
      const content = depth < MAX_DEPTH ? blocks(inner, depth + 1) : `<p>${inline(inner.join('\n'))}</p>`
      return `<blockquote type="cite" style="${QUOTE_STYLE}">${content}</blockquote>`
    }
    case 'bullets':
      return `<ul>${items(BULLET)}</ul>`
    case 'numbers':
      return `<ol>${items(NUMBER)}</ol>`
    case 'blank':
      return ''
    case 'text':
      return `<p>${inline(lines.join('\n'))}</p>`
  }
}

function inline(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const { bold, words, link, bare } = match.groups!
    html += escaped(text.slice(end, match.index))
    end = match.index + match[0].length
    if (bold !== undefined) html += `<strong>${escaped(bold)}</strong>`
    else if (link !== undefined) html += anchor(link, words!)
    else {
      const address = bare!.replace(TRAILING, '')
      html += anchor(address, address) + escaped(bare!.slice(address.length))
    }
  }
  return (html + escaped(text.slice(end))).replaceAll('\n', '<br>\n')
}

const anchor = (address: string, words: string) => `<a href="${escaped(address)}">${escaped(words)}</a>`

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
