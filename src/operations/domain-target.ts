import { z } from 'zod'
import type { OperationContext } from './operation.js'

/** How a request says which domain it means. */
export const domainParam = () => z.string().meta({ description: 'The name of the domain, or its identifier.' })

/** Tells the audit log the id of a domain that a request may name otherwise, before it is gone. @throws ApiError `not_found`. */
export async function noteDomain({ caller, services, facts }: OperationContext, ref: string): Promise<void> {
  facts.target = (await services.domains.get(caller.accountId, ref)).id
}
