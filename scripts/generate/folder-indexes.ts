import { readdirSync, readFileSync } from 'node:fs'
import { camelCase } from '../../src/graphql/input.js'

const HEAD = '// Written by `npm run generate` from the files of this folder. Do not edit.\n'

/** The module names of a folder, without its index. */
const modulesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()

/** The index of operations: each file that declares operations, as an object of its exports. */
function operationsIndex(folder: string): string {
  const names = modulesIn(folder).filter((name) =>
    / = (restOnly\(\s*)?operation\(/.test(readFileSync(`${folder}/${name}.ts`, 'utf8')),
  )
  const imports = names.map((name) => `import * as ${identifier(name)} from './${name}.js'\n`)
  const entries = names.map((name) => `  ${identifier(name)},\n`)
  return `${HEAD}${imports.join('')}\n/** Every file of operations, by its name. */\nexport const resources = {\n${entries.join('')}}\n`
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
