import { readdirSync, readFileSync } from 'node:fs'
import { camelCase } from '../../src/graphql/input.js'

const HEAD = '// Written by `npm run generate` from the files of this folder. Do not edit.\n'

/** The names of the modules of a folder, without its index. */
const modulesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()

/** Every file of operations, each as an object of what it exports. What runs operations declares none. */
function operationsIndex(folder: string): string {
  const names = modulesIn(folder).filter((name) =>
    / = (restOnly\(\s*)?operation\(/.test(readFileSync(`${folder}/${name}.ts`, 'utf8')),
  )
  const imports = names.map((name) => `import * as ${identifier(name)} from './${name}.js'\n`)
  const entries = names.map((name) => `  ${identifier(name)},\n`)
  return `${HEAD}${imports.join('')}\n/** Every file of operations, by its name. */\nexport const resources = {\n${entries.join('')}}\n`
}

/** Every resource of the GraphQL schema; being imported adds it. */
const graphqlIndex = (folder: string): string =>
  HEAD +
  modulesIn(folder)
    .map((name) => `import './${name}.js'\n`)
    .join('')

const identifier = (name: string) => camelCase(name.replaceAll('-', '_'))

/** The indexes of folders whose files are found by being there, by their paths. */
export function folderIndexes(): Record<string, string> {
  return {
    'src/operations/index.ts': operationsIndex('src/operations'),
    'src/graphql/resources/index.ts': graphqlIndex('src/graphql/resources'),
  }
}
