/*
 * Translates templates of other services to Liquid, which ours are written in.
 *
 * All of these languages are kinds of Mustache: values between two or three braces, and sections. What a template does that
 * Liquid has no word for is refused by name, and nothing is translated in part.
 */

/** The languages of Resend, Postmark (Mustachio), SendGrid and Mailgun (Handlebars), and SES. */
export type TemplateLanguage = 'resend' | 'mustachio' | 'handlebars' | 'ses'

/** Most sections within each other. */
const MAX_DEPTH = 32

/** A template cannot be translated. The message names what is in the way. */
export class UntranslatableError extends Error {
  override name = 'UntranslatableError'
}

/** What closes an open section. */
interface Section {
  word: string
  close: string
  /** What paths in it begin at: the item of a loop, or an object; null in a condition. */
  scope: string | null
}

const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/
/** What Handlebars says of a loop. */
const LOOP_VALUES: Record<string, string> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}
const HELPERS_OF: Record<TemplateLanguage, RegExp> = {
  resend: /^$/,
  mustachio: /^(each|if)$/,
  handlebars: /^(each|if|unless|equals|notEquals|greaterThan|lessThan)$/,
  ses: /^(each|if|unless)$/,
}
const COMPARISONS: Record<string, string> = { equals: '==', notEquals: '!=', greaterThan: '>', lessThan: '<' }

/**
 * Translates a text of a template.
 * @param isHtml whether values are escaped unless the template says otherwise.
 * @throws UntranslatableError
 */
export function toLiquid(source: string, language: TemplateLanguage, isHtml: boolean): string {
  const open: Section[] = []
  let result = ''
  let at = 0
  while (true) {
    const begin = source.indexOf('{{', at)
    if (begin === -1) break
    result += plain(source.slice(at, begin))
    const isRaw = source.startsWith('{{{', begin)
    const [opening, closing] = isRaw ? ['{{{', '}}}'] : ['{{', '}}']
    const end = source.indexOf(closing, begin + opening.length)
    if (end === -1) throw new UntranslatableError(`${excerpt(source, begin)} is not closed`)
    const tag = source.slice(begin + opening.length, end).trim()
    result += translate(tag, { language, isRaw, isHtml, open })
    if (open.length > MAX_DEPTH) throw new UntranslatableError(`more than ${MAX_DEPTH} sections are within each other`)
    at = end + closing.length
  }
  const [unclosed] = open
  if (unclosed) throw new UntranslatableError(`the section ${unclosed.word} is not closed`)
  return result + plain(source.slice(at))
}

interface Context {
  language: TemplateLanguage
  isRaw: boolean
  isHtml: boolean
  open: Section[]
}

/** Text that would be a tag of Liquid, and was none. */
const plain = (text: string) => text.replaceAll('{%', "{{ '{%' }}")

const excerpt = (source: string, at: number) => `${source.slice(at, at + 30)}…`

function translate(tag: string, context: Context): string {
  const [sign = ''] = tag
  if (sign === '!') return ''
  if (sign === '>') throw new UntranslatableError(`{{${tag}}} includes another template`)
  if (sign === '#' || sign === '^') return begin(sign, tag.slice(1).trim(), context)
  if (sign === '/') return end(tag.slice(1).trim(), context)
  if (tag === 'else') return middle(context)
  return value(tag, context)
}

function begin(sign: string, words: string, { language, open }: Context): string {
  const [word = '', ...rest] = words.split(/\s+/)
  if (!HELPERS_OF[language].test(word)) {
    if (language === 'handlebars' || language === 'resend' || rest.length > 0) {
      throw new UntranslatableError(`{{${sign}${words}}} has no counterpart`)
    }
    return plainSection(sign, word, open)
  }
  if (sign === '^') throw new UntranslatableError(`{{^${words}}} has no counterpart`)
  if (word === 'each') {
    const list = pathOf(rest.join(' '), open)
    const item = `item${open.filter(({ scope }) => scope !== null).length + 1}`
    open.push({ word, close: '{% endfor %}', scope: item })
    return `{% for ${item} in ${list} %}`
  }
  const comparison = COMPARISONS[word]
  if (comparison) {
    open.push({ word, close: '{% endif %}', scope: null })
    const [left = '', right = ''] = rest
    return `{% if ${operand(left, open)} ${comparison} ${operand(right, open)} %}`
  }
  open.push({ word, close: word === 'unless' ? '{% endunless %}' : '{% endif %}', scope: null })
  return `{% ${word} ${pathOf(rest.join(' '), open)} %}`
}

/** `{{#name}}` of Mustache is shown if there is such a value, and its paths begin within it. `{{^name}}` is its opposite. */
function plainSection(sign: string, word: string, open: Section[]): string {
  const path = pathOf(word, open)
  const isInverted = sign === '^'
  open.push({ word, close: isInverted ? '{% endunless %}' : '{% endif %}', scope: isInverted ? null : path })
  return `{% ${isInverted ? 'unless' : 'if'} ${path} %}`
}

function end(word: string, { open }: Context): string {
  const section = open.pop()
  if (!section || (word !== '' && word.split(/\s+/)[0] !== section.word)) {
    throw new UntranslatableError(`{{/${word}}} closes no section`)
  }
  return section.close
}

function middle({ open }: Context): string {
  if (open.length === 0) throw new UntranslatableError('{{else}} is in no section')
  return '{% else %}'
}

function value(tag: string, { language, isRaw, isHtml, open }: Context): string {
  const isUnescaped = isRaw || tag.startsWith('&')
  const path = pathOf(tag.replace(/^&\s*/, ''), open)
  // Resend writes all of its variables with three braces, and escapes them.
  const isEscaped = language === 'resend' || !isUnescaped
  return isEscaped || !isHtml ? `{{ ${path} }}` : `{{ ${path} | raw }}`
}

function operand(word: string, open: readonly Section[]): string {
  if (/^("[^"]*"|'[^']*'|-?\d+(\.\d+)?|true|false)$/.test(word)) return word
  return pathOf(word, open)
}

/** A path of the values of the template: from the scope that it is in, or from that of `../` or `@root`. */
function pathOf(text: string, open: readonly Section[]): string {
  const scopes = open.flatMap(({ scope }) => scope ?? [])
  const isInLoop = open.some(({ close }) => close === '{% endfor %}')
  const ofLoop = LOOP_VALUES[text]
  if (ofLoop && isInLoop) return ofLoop
  const isFromRoot = text.startsWith('@root.')
  const [, ups = '', rest = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(isFromRoot ? text.slice('@root.'.length) : text) ?? []
  const scope = isFromRoot ? undefined : scopes.at(-1 - ups.length / 3)
  if (rest === 'this' || rest === '.') {
    if (scope !== undefined) return scope
  } else {
    const path = rest.replace(/^(this[./]|\.\/)/, '').replaceAll('/', '.')
    if (PATH.test(path)) return scope === undefined ? path : `${scope}.${path}`
  }
  throw new UntranslatableError(`{{${text}}} has no counterpart`)
}
