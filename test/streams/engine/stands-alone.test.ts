import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('../../../src/streams/engine/', import.meta.url)
const WORDS_OF_MAIL = /\w*(?:\bmail|e-?mail|message|event|subscri|webhook|deliver|recipient|dispatch)\w*/gi

test.each(readdirSync(FOLDER))('%s names no mail, message, event, webhook or delivery', (file) => {
  // `message` is also the property of every Error, and the event loop has no events of ours.
  const text = readFileSync(new URL(file, FOLDER), 'utf8').replaceAll(
    /\b(error|toError\(\w+\))\.message|event-loop/g,
    '',
  )
  expect(text.match(WORDS_OF_MAIL)).toBeNull()
})
