// Lists every regular expression of the product, from its syntax trees: literals, and what is made with `new RegExp`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { productFolders } from '../product-folders.mjs'

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))

/** A literal has `source` and `flags`; what is made at run time has only the text of its `expression`. */
export function listPatterns() {
  return productFolders().flatMap(filesIn).sort().flatMap(patternsIn)
}

function patternsIn(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const at = () => ({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    if (ts.isRegularExpressionLiteral(node)) found.push({ ...at(), ...partsOf(node.text) })
    else if (isMade(node)) found.push({ ...at(), expression: node.getText() })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const isMade = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'

function partsOf(literal) {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}
