import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  inferRouterInputs,
  inferRouterOutputs,
} from '@trpc/server'
import { expectTypeOf, test } from 'vitest'
import type { AppRouter, Nested } from '../src/app-router.js'

/* Type tests: `npm run check` fails if one of them does not hold. Nothing is called. */

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
const client = () => createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://127.0.0.1:1/trpc' })] })

test('inputs have the types of their schemas', () => {
  expectTypeOf<Inputs['messages']['get']>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<Inputs['messages']['send']['destination']>().toEqualTypeOf<{
    email?: string | null | undefined
    name?: string | null | undefined
    to?: string[] | null | undefined
    cc?: string[] | null | undefined
    bcc?: string[] | null | undefined
  }>()
  expectTypeOf<Inputs['messages']['send']['scheduled_at']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Inputs['messages']['sendBatch']>().toEqualTypeOf<{ items: Inputs['messages']['send'][] }>()
  expectTypeOf<Inputs['keys']['create']['scope']>().toEqualTypeOf<'send' | 'read' | 'admin'>()
})

test('an input of which nothing is required may be left out', () => {
  expectTypeOf<undefined>().toExtend<Inputs['messages']['list']>()
  expectTypeOf<undefined>().toExtend<Inputs['account']['verification']>()
  expectTypeOf<undefined>().not.toExtend<Inputs['messages']['get']>()
})

test('outputs have the types of their schemas', () => {
  expectTypeOf<Outputs['messages']['send']>().toEqualTypeOf<{
    id: string
    status: 'queued' | 'scheduled'
    channel: 'email' | 'sms' | 'push' | 'voice' | 'webhook'
    idempotency_key: string
    created_at: string
  }>()
  expectTypeOf<Outputs['messages']['get']['events'][number]['payload'][string]>().toEqualTypeOf<unknown>()
  expectTypeOf<Outputs['keys']['revoke']>().toEqualTypeOf<null>()
  expectTypeOf<Outputs['outbox']['get']['mime']>().toEqualTypeOf<string>()
})

test('no input and no output of any procedure is `any`', () => {
  expectTypeOf<Loose<Inputs>>().toEqualTypeOf<never>()
  expectTypeOf<Loose<Outputs>>().toEqualTypeOf<never>()
  // biome-ignore lint/suspicious/noExplicitAny: to test that it would be found
  expectTypeOf<Loose<{ loose: { one: never; two: any } }>>().toEqualTypeOf<'loose.two'>()
})

test('a client has the procedures that there are, by their kind, and no others', () => {
  type Client = ReturnType<typeof client>
  expectTypeOf<keyof Client['messages']['send']>().toEqualTypeOf<'mutate'>()
  expectTypeOf<keyof Client['messages']['get']>().toEqualTypeOf<'query'>()
  expectTypeOf<keyof Client['events']['live']>().toEqualTypeOf<'subscribe'>()
  expectTypeOf<Client['messages']>().not.toHaveProperty('sendTwice')
  expectTypeOf<Client>().not.toHaveProperty('nothing')
  expectTypeOf<Client>().not.toBeAny()

  const wrong = () => [
    // @ts-expect-error no such procedure
    client().messages.sendTwice.mutate({}),
    // @ts-expect-error it is a mutation
    client().messages.send.query({}),
    // @ts-expect-error the id is missing
    client().messages.get.query({}),
    // @ts-expect-error an id is not a number
    client().messages.get.query({ id: 1 }),
  ]
  expectTypeOf(wrong).toBeFunction()
})

test('events come with the id that a client resumes behind', () => {
  const listen = () =>
    client().events.live.subscribe(undefined, {
      onData: ({ id, data }) => {
        expectTypeOf(id).toEqualTypeOf<string>()
        expectTypeOf(data.type).toEqualTypeOf<Outputs['messages']['get']['events'][number]['type']>()
      },
    })
  expectTypeOf(listen).toBeFunction()
})

test('names of any depth are nested', () => {
  type Tree = Nested<{ 'a.list': AnyTRPCQueryProcedure; 'a.b.list': AnyTRPCMutationProcedure }>
  expectTypeOf<keyof Tree>().toEqualTypeOf<'a'>()
  expectTypeOf<keyof Tree['a']>().toEqualTypeOf<'list' | 'b'>()
  expectTypeOf<Tree['a']['b']['list']['_def']['type']>().toEqualTypeOf<'mutation'>()
})

/** Paths of the procedures whose type is `any`. */
type Loose<Tree> = {
  [Head in keyof Tree & string]: {
    [Name in keyof Tree[Head] & string]: 0 extends 1 & Tree[Head][Name] ? `${Head}.${Name}` : never
  }[keyof Tree[Head] & string]
}[keyof Tree & string]
