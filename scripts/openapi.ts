// Writes openapi.json and the types of the client.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openapiFiles } from './openapi-files.js'

for (const [path, text] of Object.entries(await openapiFiles())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  process.stdout.write(`${path}\n`)
}
