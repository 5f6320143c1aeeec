// Limits type casts (`value as Type`), because each one hides something from the compiler. A cast belongs where a model
// is defined or where data enters the program. `as const` does not count; `as unknown as Type` counts as two.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { productFolders } from './product-folders.mjs'

/** Most casts per 1,000 lines of product code. */
const LIMIT = 5
const GENERATED = /^\/\/ Written by .* Do not edit\.$/m

const files = productFolders()
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.ts'))

function castsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found = []
  const visit = (node) => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) {
      const { line } = source.getLineAndCharacterOfPosition(node.type.getStart(source))
      found.push(`${file}:${line + 1}: as ${node.type.getText(source)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

let lines = 0
const casts = []
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  if (GENERATED.test(text.slice(0, 200))) continue
  lines += text.split('\n').length - 1
  casts.push(...castsIn(file, text))
}

const density = (casts.length / lines) * 1_000
process.stdout.write(`${casts.length} casts in ${lines} lines: ${density.toFixed(1)} per 1,000, of ${LIMIT} at most\n`)
if (density > LIMIT) {
  process.stdout.write(`${casts.join('\n')}\n`)
  process.exit(1)
}
