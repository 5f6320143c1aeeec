import type { AppRouter, Procedures } from '@postline/client'
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Operations } from '../../src/operations/list.js'
import type { RestOnly } from '../../src/operations/operation.js'
import type { t } from '../../src/trpc/root.js'

/*
 * The procedures of the client are generated from the JSON schemas of the operations. Here they are compared with the
 * types of the operations themselves: `npm run check` fails when they differ. Nothing is called.
 */

type Kinds = { [Op in Published as Op['name']]: Op['kind'] }
type Inputs = { [Op in Published as Op['name']]: z.input<Op['input']> }
type Outputs = { [Op in Published as Op['name']]: Wire<z.output<Op['output']>> }
type PublishedOf<Part extends 'kind' | 'input' | 'output'> = {
  [Name in keyof Procedures]: Procedures[Name][Part]
}

type Published = Exclude<Operations, RestOnly>

/** Bytes at the top level of a response are sent as base64. */
type Wire<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]: T[Key] extends Uint8Array ? string : T[Key] }
    : T

/** The service also reads `limit` from a query string; it is published as a number, as documented. */
type AsDocumented<T> = T extends object
  ? { [K in keyof T]: K extends 'limit' ? Exclude<T[K], string | null> : AsDocumented<T[K]> }
  : T

test('every operation except REST-only ones is published with its kind', () => {
  expectTypeOf<PublishedOf<'kind'>>().toEqualTypeOf<Kinds>()
})

test('the published inputs are exactly those that the service accepts', () => {
  expectTypeOf((input: PublishedOf<'input'>): Inputs => input).toBeFunction()
  expectTypeOf((input: AsDocumented<Inputs>): PublishedOf<'input'> => input).toBeFunction()
})

test('the outputs are the same', () => {
  expectTypeOf((output: PublishedOf<'output'>): Outputs => output).toBeFunction()
  expectTypeOf((output: Outputs): PublishedOf<'output'> => output).toBeFunction()
})

test('errors have the same shape', () => {
  type Shape = (typeof t)['_config']['$types']['errorShape']
  type PublishedShape = AppRouter['_def']['_config']['$types']['errorShape']
  expectTypeOf((shape: PublishedShape): Shape => shape).toBeFunction()
  expectTypeOf((shape: Shape): PublishedShape => shape).toBeFunction()
})
