import { readdirSync, readFileSync } from 'node:fs'
import { camelCase } from '../../src/graphql/input.js'

const HEAD = '// Written by `npm run generate` from the files of this folder. Do not edit.\n'

/** The module names of a folder, without its index. */
const modulesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()

const DECLARATION = /^export const (\w+) = (?:restOnly\(\s*)?operation\(/gm
const TAG = /^export const tag\b/m
const MAX_LINE = 120

/** The index of operations: those of each file in the order of their declaration, and its section. */
function operationsIndex(folder: string): string {
  const files = modulesIn(folder).flatMap((name) => {
    const text = readFileSync(`${folder}/${name}.ts`, 'utf8')
    const declared = [...text.matchAll(DECLARATION)].map(([, constant]) => constant!)
    return declared.length > 0 ? [{ name, file: identifier(name), declared, hasTag: TAG.test(text) }] : []
  })
  const imports = files.map(({ name, file }) => `import * as ${file} from './${name}.js'\n`)
  const entries = files.map(({ file, declared, hasTag }) => {
    const operations = arrayOf(declared.map((constant) => `${file}.${constant}`))
    return `  ${file}: {\n${hasTag ? `    tag: ${file}.tag,\n` : ''}    operations: ${operations},\n  },\n`
  })
  return `${HEAD}${imports.join('')}\n/** The operations of every file in the order of their declaration, with its section if it has one. */\nexport const resources = {\n${entries.join('')}} as const\n`
}

/** An array within an entry: on one line if it fits, as the formatter has it. */
function arrayOf(items: string[]): string {
  const line = `[${items.join(', ')}]`
  return `    operations: ${line},`.length <= MAX_LINE
    ? line
    : `[\n${items.map((item) => `      ${item},\n`).join('')}    ]`
}

/** The index of GraphQL resources: importing a file adds it to the schema. */
const graphqlIndex = (folder: string): string =>
  HEAD +
  modulesIn(folder)
    .map((name) => `import './${name}.js'\n`)
    .join('')

const identifier = (name: string) => camelCase(name.replaceAll('-', '_'))

/** The indexes of folders that list all their files, by path. */
export function folderIndexes(): Record<string, string> {
  return {
    'src/operations/index.ts': operationsIndex('src/operations'),
    'src/graphql/resources/index.ts': graphqlIndex('src/graphql/resources'),
  }
}
