import { describe, expect, test } from 'vitest'
import { problemOf } from '../../console/src/graphql/problem.js'
import { counted } from '../../console/src/lib/counted.js'
import { sizeInWords } from '../../console/src/lib/size.js'

/* What the console says to people. */

const refusal = (message: string, extensions: object) =>
  problemOf({ graphQLErrors: [{ message, extensions }] } as never)

describe('a refusal', () => {
  test('names fields as forms do', () => {
    const details = [{ path: 'input.bodyHtml', message: 'line 1: the tag is not closed' }]
    const { message, fields } = refusal('input.bodyHtml: line 1: the tag is not closed', {
      code: 'invalid_request',
      details,
    })
    expect(message).toBe('HTML line 1: the tag is not closed.')
    expect(fields.get('bodyHtml')).toBe('line 1: the tag is not closed')
  })

  test('names them also where only its message does', () => {
    const { message, fields } = refusal('input.listId: is in use', { code: 'conflict' })
    expect(message).toBe('List is in use.')
    expect(fields.get('listId')).toBe('is in use')
  })

  test('about no field says what the API says', () => {
    expect(refusal('The plan has ended.', { code: 'forbidden' }).message).toBe('The plan has ended.')
  })
})

test.each([
  [counted(1, 'message'), '1 message'],
  [counted(0, 'message'), '0 messages'],
  [counted(1_200, 'person', 'people'), '1,200 people'],
  [sizeInWords(1), '1 byte'],
  [sizeInWords(2), '2 bytes'],
])('%s', (said, expected) => {
  expect(said).toBe(expected)
})
