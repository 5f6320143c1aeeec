import {
  HELPERS_OF,
  isHandlebars,
  ownVariable,
  plainText,
  type TemplateLanguage,
  UntranslatableError,
} from './languages.js'

/*
 * Translates templates of other services to Liquid, which ours are written in.
 *
 * All of these languages are kinds of Mustache: values between two or three braces, and sections. What a template does that
 * Liquid has no word for is refused by name, and nothing is translated in part.
 */

/** Most sections within each other. */
const MAX_DEPTH = 32

/** What closes an open section. */
interface Section {
  word: string
  close: string
  /** What paths in it begin at: the item of a loop, or an object; null in a condition. */
  scope: string | null
  /** Whether its opposite has begun. */
  hasElse?: boolean
}

interface Context {
  language: TemplateLanguage
  isRaw: boolean
  isHtml: boolean
  open: Section[]
  /** The number of the item of an outer loop. */
  firstItem: number
  /** Whether the tag is the value of an attribute in HTML. */
  isInAttribute: boolean
}

const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/
/** Words that Liquid does not take for variables. */
const LIQUID_WORDS = ['and', 'blank', 'contains', 'empty', 'false', 'forloop', 'nil', 'not', 'null', 'or', 'true']
/** What Handlebars says of a loop. */
const LOOP_VALUES: Record<string, string> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}
const COMPARISONS: Record<string, string> = { equals: '==', notEquals: '!=', greaterThan: '>', lessThan: '<' }

/**
 * Translates a text of a template.
 * @param isHtml whether values are escaped unless the template says otherwise.
 * @throws UntranslatableError
 */
export function toLiquid(source: string, language: TemplateLanguage, isHtml: boolean): string {
  const open: Section[] = []
  const firstItem = freeItem(source)
  let result = ''
  let at = 0
  while (true) {
    const begin = source.indexOf('{{', at)
    if (begin === -1) break
    if (begin > 0 && source[begin - 1] === '\\')
      throw new UntranslatableError(`\\${excerpt(source, begin)} is no value`)
    result += plainText(source.slice(at, begin), language)
    const isRaw = source.startsWith('{{{', begin)
    const { text, end } = isRaw ? tagAt(source, begin, '{{{', '}}}') : doubleTagAt(source, begin, language)
    const isInAttribute = /=["']$/.test(source.slice(Math.max(0, begin - 2), begin))
    result += translate(text.trim(), { language, isRaw, isHtml, open, firstItem, isInAttribute })
    if (open.length > MAX_DEPTH) throw new UntranslatableError(`more than ${MAX_DEPTH} sections are within each other`)
    at = end
  }
  const [unclosed] = open
  if (unclosed) throw new UntranslatableError(`the section ${unclosed.word} is not closed`)
  return result + plainText(source.slice(at), language)
}

/** A tag, without its braces, and where it ends. */
function tagAt(source: string, begin: number, opening: string, closing: string): { text: string; end: number } {
  const close = source.indexOf(closing, begin + opening.length)
  if (close === -1) throw new UntranslatableError(`${excerpt(source, begin)} is not closed`)
  return { text: source.slice(begin + opening.length, close), end: close + closing.length }
}

/** Comments of Handlebars with hyphens may have tags in them. Elsewhere it is not certain where such a comment ends. */
function doubleTagAt(source: string, begin: number, language: TemplateLanguage): { text: string; end: number } {
  if (source.startsWith('{{!--', begin) && isHandlebars(language)) {
    return { ...tagAt(source, begin, '{{!--', '--}}'), text: '!' }
  }
  const tag = tagAt(source, begin, '{{', '}}')
  if (tag.text.includes('{{')) throw new UntranslatableError(`${excerpt(source, begin)} has a tag in it`)
  return tag
}

const excerpt = (source: string, at: number) => `${source.slice(at, at + 30)}…`

/** The first number with which `item` is no word of the template. */
function freeItem(source: string): number {
  let highest = 0
  for (const [, digits] of source.matchAll(/item(\d{1,9})/g)) highest = Math.max(highest, Number(digits))
  return highest + 1
}

function translate(tag: string, context: Context): string {
  const [sign = ''] = tag
  if (sign === '!') return ''
  if (sign === '>') throw new UntranslatableError(`{{${tag}}} includes another template`)
  if (sign === '#' || sign === '^') return begin(sign, tag.slice(1).trim(), context)
  if (sign === '/') return end(tag.slice(1).trim(), context)
  if (tag === 'else' && isHandlebars(context.language)) return middle(context)
  return value(tag, context)
}

function begin(sign: string, words: string, context: Context): string {
  const { language, open, firstItem } = context
  const [word = '', ...rest] = words.split(/\s+/)
  if (!HELPERS_OF[language].test(word)) {
    // In Handlebars, a section by a name may be a loop, a scope or a condition: the values decide.
    const isCertain = language === 'mustachio' || (isHandlebars(language) && sign === '^')
    if (!isCertain || rest.length > 0) throw new UntranslatableError(`{{${sign}${words}}} has no counterpart`)
    return plainSection(sign, word, context)
  }
  if (sign === '^') throw new UntranslatableError(`{{^${words}}} has no counterpart`)
  if (word === 'each') {
    const list = pathOf(rest.join(' '), context)
    const name = `item${firstItem + open.filter(({ scope }) => scope !== null).length}`
    open.push({ word, close: '{% endfor %}', scope: name })
    return `{% for ${name} in ${list} %}`
  }
  const comparison = COMPARISONS[word]
  if (comparison) {
    const [left = '', right = ''] = rest
    if (rest.length !== 2) throw new UntranslatableError(`{{#${words}}} has no counterpart`)
    const condition = `${operand(left, context)} ${comparison} ${operand(right, context)}`
    open.push({ word, close: '{% endif %}', scope: null })
    return `{% if ${condition} %}`
  }
  const condition = isThere(pathOf(rest.join(' '), context))
  open.push({ word, close: word === 'unless' ? '{% endunless %}' : '{% endif %}', scope: null })
  return `{% ${word} ${condition} %}`
}

/** In Liquid, zero, empty texts and empty lists are true. In Mustache they are not. */
const isThere = (path: string) => `${path} and ${path} != 0 and ${path}.size != 0`

/** `{{#name}}` of Mustachio is shown if there is such a value, and its paths begin within it. `{{^name}}` is its opposite. */
function plainSection(sign: string, word: string, context: Context): string {
  const path = pathOf(word, context)
  const isInverted = sign === '^'
  context.open.push({ word, close: isInverted ? '{% endunless %}' : '{% endif %}', scope: isInverted ? null : path })
  return `{% ${isInverted ? 'unless' : 'if'} ${isThere(path)} %}`
}

function end(word: string, { open }: Context): string {
  const section = open.pop()
  if (!section || (word !== '' && word.split(/\s+/)[0] !== section.word)) {
    throw new UntranslatableError(`{{/${word}}} closes no section`)
  }
  return section.close
}

function middle({ open }: Context): string {
  const section = open.at(-1)
  if (!section) throw new UntranslatableError('{{else}} is in no section')
  if (section.hasElse) throw new UntranslatableError('a section has {{else}} twice')
  section.hasElse = true
  // There is no item in a loop without items.
  section.scope = null
  return '{% else %}'
}

function value(tag: string, context: Context): string {
  const { language, isRaw, isHtml, isInAttribute } = context
  if (tag === 'pm:unsubscribe' && language === 'mustachio') {
    return isHtml && !isInAttribute ? '<a href="{{ unsubscribe_url }}">Unsubscribe</a>' : '{{ unsubscribe_url }}'
  }
  // Where a layout of Postmark has the body of a template.
  if (tag === '@content' && language === 'mustachio' && isRaw) return '{{ content }}'
  // Values of Resend have three braces, and are escaped.
  if (language === 'resend' && !isRaw) throw new UntranslatableError(`{{${tag}}} has no counterpart`)
  const isUnescaped = isRaw || tag.startsWith('&')
  const name = tag.replace(/^&\s*/, '')
  const own = ownVariable(name, language)
  if (own !== null) return `{{ ${own} }}`
  const path = pathOf(name, context)
  // Variables of Resend are flat. What has parts is of a recipient.
  if (language === 'resend' && name.includes('.')) throw new UntranslatableError(`{{${tag}}} has no counterpart`)
  return language === 'resend' || !isUnescaped || !isHtml ? `{{ ${path} }}` : `{{ ${path} | raw }}`
}

function operand(word: string, context: Context): string {
  if (/^("[^"]*"|'[^']*'|-?\d+(\.\d+)?|true|false)$/.test(word)) return word
  return pathOf(word, context)
}

/** A path of the values of the template: from the scope that it is in, or from that of `../` or `@root`. */
function pathOf(text: string, { open, language }: Context): string {
  const scopes = open.flatMap(({ scope }) => scope ?? [])
  const isInLoop = open.some(({ close, hasElse }) => close === '{% endfor %}' && !hasElse)
  if (isInLoop && isHandlebars(language) && Object.hasOwn(LOOP_VALUES, text)) return LOOP_VALUES[text]!
  const isFromRoot = text.startsWith('@root.')
  const [, ups = '', rest = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(isFromRoot ? text.slice('@root.'.length) : text) ?? []
  const depth = ups.length / 3
  const scope = isFromRoot ? undefined : scopes.at(-1 - depth)
  if (depth > scopes.length) throw new UntranslatableError(`{{${text}}} goes further up than there is`)
  if (rest === 'this' || rest === '.') {
    if (scope !== undefined) return scope
  } else {
    const path = rest.replace(/^(this[./]|\.\/)/, '').replaceAll('/', '.')
    const isWord = scope === undefined && LIQUID_WORDS.includes(path.split('.')[0]!)
    if (PATH.test(path) && !isWord) return scope === undefined ? path : `${scope}.${path}`
  }
  throw new UntranslatableError(`{{${text}}} has no counterpart`)
}
