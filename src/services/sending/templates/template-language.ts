import { Context, type Filter, Liquid, LiquidError, type Template, TypeGuards, toValueSync, Value } from 'liquidjs'
import { MAX_SOURCE_CHARS } from '../../../contract/template-limits.js'
import type { RenderedTemplate } from '../../../contract/templates.js'
import { CpuDeadline, type ThreadClock } from '../../../lib/threads/thread-clock.js'
import {
  MAX_RENDERED_CHARS,
  MAX_SUBJECT_CHARS,
  TEMPLATE_FIELDS,
  type TemplateField,
  type TemplateProblem,
  type TemplateSource,
} from './template-source.js'

/** The parsed fields of a template. */
export type ParsedTemplate = Record<TemplateField, Template[] | null>

/** Most time to render all fields of a template, in ms of CPU time; checked between its pieces. */
const RENDER_MS = 300
/** Most characters and list items that the filters of one render may create. */
const MAX_MADE = 20_000_000
/** Where the places at the end of a message are looked for. */
const MAX_PLACES_CHARS = 1_000

/** The tags of the language. None of them reads files, is random, or prints unescaped text. */
export const TAGS = [
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'decrement',
  'echo',
  'for',
  'if',
  'increment',
  'raw',
  'unless',
  '#',
]
/** The filters of the language. None of them runs code from a string. */
export const FILTERS = (
  'abs append at_least at_most base64_decode base64_encode capitalize ceil compact concat date default divided_by ' +
  'downcase escape escape_once find first floor group_by join json last lstrip map minus modulo newline_to_br plus ' +
  'prepend push raw reject remove remove_first remove_last replace replace_first replace_last reverse round rstrip ' +
  'size slice sort sort_natural split squish strip strip_html strip_newlines sum times truncate truncatewords ' +
  'uniq upcase url_decode url_encode where xml_escape'
).split(' ')

const html = createEngine({ outputEscape: 'escape' })
const text = createEngine({})
const engineOf = (field: TemplateField) => (field === 'body_html' ? html : text)

function createEngine(escaping: { outputEscape?: 'escape' }): Liquid {
  const engine = new Liquid({
    ...escaping,
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    // A body within its layout.
    parseLimit: 2 * MAX_SOURCE_CHARS,
    memoryLimit: MAX_MADE,
    // The output must be the same on every machine.
    timezoneOffset: 0,
    locale: 'en-US',
    // No access to files.
    relativeReference: false,
    templates: {},
  })
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!FILTERS.includes(name)) delete engine.filters[name]
  // Text that the author has escaped is not escaped again.
  for (const name of ['escape', 'escape_once', 'xml_escape']) {
    engine.registerFilter(name, { handler: engine.filters[name] as Filter['handler'], raw: true })
  }
  return engine
}

/** Parses a template. Returns the first problem if it has one. */
export function parseTemplate(source: TemplateSource): ParsedTemplate | TemplateProblem {
  const parsed: ParsedTemplate = { subject: null, body_html: null, body_text: null }
  for (const field of TEMPLATE_FIELDS) {
    const given = source[field]
    try {
      parsed[field] = given === null ? null : engineOf(field).parse(given)
      const lacking = withoutOperand(parsed[field] ?? [])
      if (lacking) return { kind: 'syntax', field, ...lacking }
    } catch (error) {
      return toProblem('syntax', field, error)
    }
  }
  return parsed
}

/**
 * Where an operator lacks a value, which LiquidJS takes for false. Partials of other languages look like this: `{{> footer}}`.
 */
function withoutOperand(templates: readonly Template[]): Pick<TemplateProblem, 'message' | 'position'> | null {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) {
      const operator = argument instanceof Value ? lackingOperator(argument) : undefined
      if (operator === undefined) continue
      const [line = 1, column = 1] = template.token.getPosition()
      return { message: `the operator ${operator} needs a value on both sides`, position: { line, column } }
    }
    const inner = template.children && withoutOperand(toValueSync(template.children(false, true)))
    if (inner) return inner
  }
  return null
}

/** The last operator of an expression that has too few values. `not` has one. */
function lackingOperator({ initial: { postfix } }: Value): string | undefined {
  const operators = postfix.filter(TypeGuards.isOperatorToken)
  const binary = operators.filter(({ operator }) => operator !== 'not')
  const values = postfix.length - operators.length
  const isWhole = binary.length === 0 || values === binary.length + 1
  return isWhole ? undefined : binary.at(-1)?.operator
}

/** Most variables of a template that are told. */
const MAX_NAMES = 100

/** The variables that a template takes from outside. */
export function namesIn(parsed: ParsedTemplate): string[] {
  const names = TEMPLATE_FIELDS.flatMap((field) => html.globalVariablesSync(parsed[field] ?? []))
  return [...new Set(names)].slice(0, MAX_NAMES)
}

/**
 * Renders a parsed template. Returns the first problem if it has one.
 * @param clock of the thread that this runs in.
 */
export function renderTemplate(
  parsed: ParsedTemplate,
  { vars, subjectVars }: { vars: Record<string, unknown>; subjectVars?: Record<string, unknown> | undefined },
  clock: ThreadClock,
): RenderedTemplate | TemplateProblem {
  const rendered: Record<string, string | null> = {}
  const limit = new RenderLimit(clock, RENDER_MS)
  for (const field of TEMPLATE_FIELDS) {
    try {
      const templates = parsed[field]
      const scope = field === 'subject' ? { ...vars, ...subjectVars } : vars
      rendered[field] = templates && renderField(engineOf(field), templates, scope, limit)
    } catch (error) {
      return toProblem('render', field, error)
    }
  }
  const subject = oneLine(rendered.subject ?? '')
  if (subject.length > MAX_SUBJECT_CHARS) {
    const message = `renders to more than ${MAX_SUBJECT_CHARS} characters`
    return { kind: 'render', field: 'subject', position: null, message }
  }
  return { subject, body_html: rendered.body_html ?? '', body_text: rendered.body_text ?? null }
}

/** Line breaks in a subject would start a new header, so they become spaces. */
const oneLine = (subject: string) =>
  subject
    .split(/[\r\n\0\u2028\u2029]/)
    .flatMap((line) => line.trim() || [])
    .join(' ')

function renderField(engine: Liquid, templates: Template[], vars: Record<string, unknown>, renderLimit: RenderLimit) {
  // Without a prototype, so that only the variables are visible.
  const scope = Object.assign(Object.create(null), vars) as object
  const context = new Context(scope, engine.options, { sync: true }, { liquid: engine, renderLimit } as never)
  const output = new LimitedOutput()
  toValueSync(engine.renderer.renderTemplates(templates, context, output))
  return output.buffer
}

class RenderLimitError extends Error {
  override name = 'RenderLimitError'
}

/** Stands in for the limit of LiquidJS, which goes by the clock on the wall. */
class RenderLimit extends CpuDeadline {
  check(): void {
    if (this.isOver()) throw new RenderLimitError('takes too long to render')
  }
}

class OutputLimitError extends Error {
  override name = 'OutputLimitError'
}

/** Collects the output of a template, up to a limit. */
class LimitedOutput {
  buffer = ''

  write(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) this.write(item)
      return
    }
    const written = value === null || value === undefined ? '' : String(value)
    if (this.buffer.length + written.length > MAX_RENDERED_CHARS) throw new OutputLimitError()
    this.buffer += written
  }
}

const PLAIN_WORDS: [RegExp, string][] = [
  [/call stack/i, 'is nested too deeply'],
  [/memory alloc|string length/i, 'creates strings or lists that are too large'],
  [/parse length/, `has more than ${2 * MAX_SOURCE_CHARS} characters`],
  [/^tag "(.+)" not found$/, 'unknown tag "$1"'],
  [/^undefined filter: (.+)$/, 'unknown filter "$1"'],
]

function toProblem(kind: TemplateProblem['kind'], field: TemplateField, error: unknown): TemplateProblem {
  const { message, position } = describe(error)
  return { kind, field, position, message }
}

/** What a message says, without the places that the engine adds to its end for each file. */
function withoutPlaces(message: string): string {
  const at = Math.max(0, message.length - MAX_PLACES_CHARS)
  return message.slice(0, at) + message.slice(at).replace(/(, line:\d+, col:\d+)+$/, '')
}

function describe(error: unknown): Pick<TemplateProblem, 'message' | 'position'> {
  const given = error instanceof Error ? error : new Error(String(error))
  const { originalError } = given as { originalError?: unknown }
  const said = originalError instanceof Error ? originalError : given
  if (said instanceof OutputLimitError) {
    return { message: `renders to more than ${MAX_RENDERED_CHARS} characters`, position: null }
  }
  const [line, column] = LiquidError.is(given) ? given.token.getPosition() : []
  const text = withoutPlaces(said.message).slice(0, 300)
  const [pattern, plain] = PLAIN_WORDS.find(([known]) => known.test(text)) ?? []
  return {
    message: plain ? (pattern?.exec(text)?.[0] ?? '').replace(pattern ?? '', plain) : text,
    position: line && column ? { line, column } : null,
  }
}
