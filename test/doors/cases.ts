import { readdirSync } from 'node:fs'
import type { ErrorCase, SuccessCase } from './case.js'

/** The cases of a resource: the exports of a file in the folder `cases`. */
interface Cases {
  successes: readonly SuccessCase[]
  errors: readonly ErrorCase[]
}

const names = readdirSync(new URL('cases', import.meta.url)).map((file) => file.replace(/\.ts$/, ''))
const files: Cases[] = await Promise.all(names.toSorted().map((name) => import(`./cases/${name}.ts`)))

/** At least one call of every operation. */
export const successCases = files.flatMap(({ successes }) => successes)

/** Calls that are refused, at least one for every operation. */
export const errorCases = files.flatMap(({ errors }) => errors)
