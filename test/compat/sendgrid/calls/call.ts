import type { Client } from '@sendgrid/client'
import { differs, type Given, notHere, type SdkMethod, works } from '../../support/methods.js'

export type Call = SdkMethod<Client>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// biome-ignore lint/suspicious/noExplicitAny: calls read whatever JSON comes back
type Json = any

/** Calls the API by the SDK. @returns the status and the body. */
export async function ask(sdk: Client, method: Method, url: string, body?: object): Promise<[number, Json]> {
  const [response, answer] = await sdk.request({ method, url, ...(body && { body }) })
  return [response.statusCode, answer]
}

/** The status of a call that is refused. */
export const refused = async (sdk: Client, method: Method, url: string, body?: object): Promise<number | undefined> =>
  ask(sdk, method, url, body).then(
    () => undefined,
    (error: { code?: number }) => error.code,
  )

type Run = (given: Given<Client>) => Promise<unknown>

export const same = (name: string, call: Run): Call => works(name, call)
export const other = (name: string, note: string, call: Run): Call => differs(name, note, call)

/** A call that is not here: with something for each part of its path that has a name. */
export function missing(name: string, note: string): Call {
  const [method, path] = name.split(' ') as [Method, string]
  return notHere(name, note, ({ sdk }) =>
    ask(sdk, method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {}),
  )
}
