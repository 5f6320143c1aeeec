/*
 * What the methods of official SDKs do here, as data: the tests call each of them, and docs/compat/*.md lists them. So
 * these files assert with node:assert, because the documentation is generated from them without a test runner.
 */
import type { TestApp } from '../../support/start-app.js'

export type Verdict = 'works' | 'differs' | 'not here'

/** A method of an SDK. */
export interface SdkMethod<Sdk> {
  /** As programs write it, like `emails.send`. */
  name: string
  verdict: Verdict
  /** What differs, or what to use instead: a sentence in Markdown. */
  note: string
  /** Calls the method and asserts what it did; for a method that is not here, calls it and returns what came. */
  call: (given: Given<Sdk>) => PromiseLike<unknown>
  /** Of the error of a method that is not here. */
  status?: number
}

/** What the calls of one SDK share: they run one after the other, each on what it makes itself. */
export interface Given<Sdk> {
  sdk: Sdk
  app: TestApp
}

type Call<Sdk> = SdkMethod<Sdk>['call']

/** Works as in the other service, whatever a program passes that the SDK documents. */
export const works = <Sdk>(name: string, call: Call<Sdk>): SdkMethod<Sdk> => ({
  name,
  verdict: 'works',
  note: '',
  call,
})

/** Works for most programs. @param note what is different. */
export const differs = <Sdk>(name: string, note: string, call: Call<Sdk>): SdkMethod<Sdk> => ({
  name,
  verdict: 'differs',
  note,
  call,
})

/** Answers 501. @param note why, and what to use. @param status another one if the SDK itself refuses the call. */
export const notHere = <Sdk>(name: string, note: string, call: Call<Sdk>, status = 501): SdkMethod<Sdk> => ({
  name,
  verdict: 'not here',
  note,
  call,
  status,
})

/** What a table says of a method. */
export type MethodRow = Pick<SdkMethod<never>, 'name' | 'verdict' | 'note' | 'status'>

/** An SDK, as a page of the documentation names it. */
export interface SdkTable {
  /** Its name in npm, like `resend`, which is a development dependency; or in PyPI. */
  sdk: string
  /** Of an SDK for Python, its version. */
  python?: string
  methods: readonly MethodRow[]
}

/**
 * What a method of another SDK does here that makes the same requests as one of a table.
 * @param rows the table, whose reasons are not repeated.
 * @param more what is different only here.
 */
export function sameAs(rows: readonly MethodRow[], other: string, name: string, more = ''): MethodRow {
  const row = rows.find((one) => one.name === other)
  if (!row) throw new Error(`No table names ${other}`)
  const note = [row.note && `As \`${other}\`.`, more].filter(Boolean).join(' ')
  const verdict = more && row.verdict === 'works' ? 'differs' : row.verdict
  return { name, verdict, note, status: 501 }
}
