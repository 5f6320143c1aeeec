import { readFileSync } from 'node:fs'
import { DOCS_PAGES } from '../../src/http/docs/pages.js'

/** A fenced block of a served page. */
export interface DocSample {
  /** Its file, from the root of the repository. */
  file: string
  line: number
  /** The word after the fence; empty for plain text. */
  language: string
  code: string
  /** The comment before it, like `output` or `schema: Error`, as a name and a value. */
  directive: { name: string; value: string } | null
}

/** The languages of blocks that are not code: nothing runs them, unless a comment asks for a comparison. */
export const PLAIN = ['', 'text', 'csv', 'html']

const BLOCK =
  /(?:^[ \t]*<!--\s*(?<comment>[^>]*?)\s*-->\s*\n\s*)?^(?<indent> *)```(?<language>\w*)\n(?<code>[\s\S]*?)^ *```$/gm

/** All fenced blocks of a page, in order. */
export function samplesIn(file: string): DocSample[] {
  const markdown = readFileSync(file, 'utf8')
  return [...markdown.matchAll(BLOCK)].map((match) => {
    const { comment, indent = '', language = '', code = '' } = match.groups!
    return {
      file,
      line: markdown.slice(0, match.index + match[0].indexOf('```')).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      directive: comment === undefined ? null : directiveOf(comment),
    }
  })
}

function directiveOf(comment: string): DocSample['directive'] {
  const [name = '', ...rest] = comment.split(':')
  return { name: name.trim(), value: rest.join(':').trim() }
}

/** The Markdown files that are served. */
export const DOC_FILES = DOCS_PAGES.map(({ file }) => `docs/${file}`)

/** The place of a sample, for messages. */
export const placeOf = ({ file, line }: DocSample) => `${file}:${line}`
