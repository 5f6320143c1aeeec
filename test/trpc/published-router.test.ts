import type { AppRouter as PublishedRouter } from '@postline/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expectTypeOf, test } from 'vitest'
import type { AppRouter } from '../../src/trpc/app-router.js'

/*
 * The client's router is written from the JSON schemas of the operations, the service's is computed from the
 * operations themselves. `npm run check` fails when they differ. Nothing is called.
 */

type Inputs = inferRouterInputs<AppRouter>
type PublishedInputs = inferRouterInputs<PublishedRouter>
type Outputs = inferRouterOutputs<AppRouter>
type PublishedOutputs = inferRouterOutputs<PublishedRouter>

/** The service reads a `limit` from a query string too; it is published as the number that it is documented as. */
type AsDocumented<T> = T extends object
  ? { [K in keyof T]: K extends 'limit' ? Exclude<T[K], string | null> : AsDocumented<T[K]> }
  : T

test('the service takes every input that the published router has, and the router has every input', () => {
  expectTypeOf((input: PublishedInputs): Inputs => input).toBeFunction()
  expectTypeOf((input: AsDocumented<Inputs>): PublishedInputs => input).toBeFunction()
})

test('the outputs are the same', () => {
  expectTypeOf((output: PublishedOutputs): Outputs => output).toBeFunction()
  expectTypeOf((output: Outputs): PublishedOutputs => output).toBeFunction()
})

test('the published router stands for that of the service', () => {
  expectTypeOf((router: PublishedRouter): AppRouter => router).toBeFunction()
})
