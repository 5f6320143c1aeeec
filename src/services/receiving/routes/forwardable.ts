/** The header of every mail that a route has forwarded. */
export const LOOP_HEADER = 'X-Postline-Loop'

/** Mail that has been here more often goes in circles. */
const MAX_HOPS = 10

/**
 * Why a received mail is not forwarded to an address: it was forwarded by a route before, here or by another deployment,
 * or it passed here too often. Null if it can be. Other automatic mail is forwarded like any mail.
 * @param host the host that receives mail here, as its Received headers name it.
 */
export function loopProblem(headers: readonly { name: string; value: string }[], host: string): string | null {
  const named = (name: string) => headers.filter((header) => header.name.toLowerCase() === name)
  if (named(LOOP_HEADER.toLowerCase()).length > 0) return 'it was already forwarded by a route'
  const hops = named('received').filter(({ value }) => value.toLowerCase().includes(`by ${host.toLowerCase()}`))
  return hops.length > MAX_HOPS ? `it has passed here ${hops.length} times` : null
}
