import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TABLE } from '../../src/errors.js'
import { assertDocumented } from '../support/documented-errors.js'
import type { ErrorCase } from './case.js'
import { errorCases } from './cases.js'
import { type CasesApp, startCasesApp } from './cases-app.js'
import { doors, routeOf } from './three-doors.js'

/** Tests that every door refuses what the cases of some operations ask for, in the same way. */
export function testRefusals(isOne: (operation: string) => boolean): void {
  let cases: CasesApp
  beforeAll(async () => {
    cases = await startCasesApp()
  })
  afterAll(() => cases.close())

  describe.each(doors)('$name answers', (door) => {
    test.each(errorCases.filter(({ operation }) => isOne(operation)))('$operation: $title is $code', async (given) => {
      const { app, accountFor, keyOf } = cases
      const account = accountFor(given.operation)
      const input = typeof given.input === 'function' ? await given.input(account) : given.input
      const outcome = await door.run(app.url, given.operation, input, keyOf(given.operation, given.key))
      expect(outcome).toMatchObject({ code: given.code, status: given.status ?? ERROR_TABLE[given.code].status })
      assertDocumented(routeOf(given.operation)!, given.code)
      if (given.field) expectNamed(given.field, outcome)
    })
  })
}

/** GraphQL refuses invalid types before any operation runs, and only its message names the field. */
function expectNamed(
  field: NonNullable<ErrorCase['field']>,
  { fields, message }: { fields: string[]; message: string },
) {
  if (fields.length > 0) return expect(fields).toContain(field)
  const inSnakeCase = message.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return expect(inSnakeCase).toContain(lastNameOf(field))
}

const lastNameOf = (path: string) => path.split('.').findLast((part) => !/^\d+$/.test(part))!
