/** What a part of a sample is. */
export type Kind = 'comment' | 'string' | 'name' | 'number' | 'keyword'

/** A part of a sample; plain code has no kind. */
export interface Piece {
  kind: Kind | null
  text: string
}

/*
 * A string or a comment without an end goes on to the end of its line or of the sample: a pattern that failed there would
 * be tried again at every character.
 */
const SLASHES = String.raw`(?<comment>\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)`
const HASHES = String.raw`(?<comment>(?<![^\s(])#[^\n]*)`
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`
const TEMPLATE = String.raw`\x60(?:[^\x60\\]|\\[\s\S])*\x60?`
const NUMBER = String.raw`(?<number>(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w]))`

const wordsOf = (words: string) => `(?<keyword>(?<![\\w$.@-])(?:${words.replaceAll(' ', '|')})(?![\\w$-]))`
const grammar = (...parts: string[]) => new RegExp(parts.join('|'), 'g')

const SCRIPT = grammar(
  SLASHES,
  `(?<string>${QUOTED}|${TEMPLATE})`,
  NUMBER,
  wordsOf(
    'as async await break case catch class const continue default else export extends false finally for from function ' +
      'if import in instanceof interface let new null of return satisfies switch throw true try type typeof undefined ' +
      'var void while func package range struct nil defer go map error string echo foreach use public',
  ),
)
const DATA = grammar(
  SLASHES,
  '(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))',
  `(?<string>${QUOTED})`,
  NUMBER,
  wordsOf('true false null'),
)
/** Strings of the shell go over lines, and a quote in single quotes has no backslash. */
const SHELL = grammar(
  HASHES,
  String.raw`(?<string>"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?)`,
  String.raw`(?<name>(?<!\S)--?[A-Za-z][\w-]*)`,
  wordsOf('postline curl export npm npx node docker openssl echo printf if then else fi for in do done while'),
)
const HASHED = grammar(
  HASHES,
  `(?<string>${QUOTED})`,
  NUMBER,
  wordsOf(
    'and class def do elif else end except false from if import in module None not nil or pass raise require return self ' +
      'True False true try while with query mutation subscription fragment on null',
  ),
)
const YAML = grammar(HASHES, String.raw`(?<name>(?<!\S)[\w.-]+(?=:))`, `(?<string>${QUOTED})`, NUMBER)
const REQUEST = grammar(
  '(?<keyword>^(?:GET|POST|PUT|PATCH|DELETE|HTTP)\\b)',
  '(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))',
  `(?<string>${QUOTED})`,
  NUMBER,
)

const GRAMMARS: Record<string, RegExp> = {
  ts: SCRIPT,
  tsx: SCRIPT,
  js: SCRIPT,
  go: SCRIPT,
  php: SCRIPT,
  json: DATA,
  jsonc: DATA,
  sh: SHELL,
  py: HASHED,
  python: HASHED,
  ruby: HASHED,
  yaml: YAML,
  graphql: HASHED,
  http: REQUEST,
}

/** Splits a sample of the documentation into its parts, for their colors. One in no known language is plain. */
export function highlight(code: string, language: string): Piece[] {
  const pattern = GRAMMARS[language]
  if (pattern === undefined) return [{ kind: null, text: code }]
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [text] = match
    if (match.index > end) pieces.push({ kind: null, text: code.slice(end, match.index) })
    const [kind] = Object.entries(match.groups!).find(([, part]) => part !== undefined)!
    pieces.push({ kind: kind as Kind, text })
    end = match.index + text.length
  }
  if (end < code.length) pieces.push({ kind: null, text: code.slice(end) })
  return pieces
}
