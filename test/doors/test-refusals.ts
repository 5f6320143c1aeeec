import { afterAll, beforeAll, expect, test } from 'vitest'
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

  test.each(errorCases.filter(({ operation }) => isOne(operation)))(
    'every door answers $operation: $title is $code',
    async (given) => {
      const { app, accountFor, keyOf } = cases
      const account = accountFor(given.operation)
      // What is refused changes nothing, so all doors are asked for the same.
      const input = typeof given.input === 'function' ? await given.input(account) : given.input
      const key = keyOf(given.operation, given.key)
      const refused = { code: given.code, status: given.status ?? ERROR_TABLE[given.code].status }
      for (const door of doors) {
        const outcome = await door.run(app.url, given.operation, input, key)
        expect(outcome, door.name).toMatchObject(refused)
        if (given.field) expectNamed(given.field, outcome, door.name)
      }
      assertDocumented(routeOf(given.operation)!, given.code)
    },
  )
}

/** GraphQL refuses invalid types before any operation runs, and only its message names the field. */
function expectNamed(
  field: NonNullable<ErrorCase['field']>,
  { fields, message }: { fields: string[]; message: string },
  door: string,
) {
  if (fields.length > 0) return expect(fields, door).toContain(field)
  const inSnakeCase = message.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return expect(inSnakeCase, door).toContain(lastNameOf(field))
}

const lastNameOf = (path: string) => path.split('.').findLast((part) => !/^\d+$/.test(part))!
