import type { VariablesOf } from 'gql.tada'
import { useState } from 'react'
import { useClient } from 'urql'
import { showToast } from '../../components/toasts'
import { type Problem, problemOf } from '../../graphql/problem'
import { counted } from '../../lib/counted'
import { ChangeContactsDocument } from './contacts-operations'

export type Change = Omit<VariablesOf<typeof ChangeContactsDocument>['input'], 'contactIds'>

/** Most contacts that the API takes in one request. */
const MOST_AT_ONCE = 1_000
/** What is asked again afterwards. */
const CHANGES = ['Contact', 'ContactConnection', 'ContactList']

interface Many {
  /** Changes contacts, some after the others. Resolves to whether the API has accepted all of it. */
  run: (ids: Iterable<string>, change: Change) => Promise<boolean>
  /** How many are done, while it runs. */
  done: number | null
  problem: Problem | null
  /** Takes the problem away, before another form is shown. */
  forget: () => void
}

/** Changes any number of contacts, and says what became of them. */
export function useChangeMany(): Many {
  const client = useClient()
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const run = async (ids: Iterable<string>, change: Change) => {
    const all = [...ids]
    const results: { outcome: string; message?: string | null }[] = []
    setProblem(null)
    setDone(0)
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const contactIds = all.slice(from, from + MOST_AT_ONCE)
      const { data, error } = await client
        .mutation(ChangeContactsDocument, { input: { contactIds, ...change } }, { additionalTypenames: CHANGES })
        .toPromise()
      if (error) {
        const refusal = problemOf(error)
        setProblem(refusal)
        setDone(null)
        const before = counted(changedOf(results), 'contact')
        showToast(`${from === 0 ? 'Nothing was changed' : `${before} changed, and then no more`}: ${refusal.message}`, {
          isBad: true,
        })
        return false
      }
      results.push(...(data?.changeContacts?.results ?? []))
      setDone(results.length)
    }
    setDone(null)
    const refused = results.filter(({ outcome }) => outcome === 'refused')
    showToast(`${counted(changedOf(results), 'contact')} changed.`)
    if (refused.length > 0)
      showToast(`${counted(refused.length, 'contact')} refused: ${refused[0]?.message}`, { isBad: true })
    return true
  }
  return { run, done, problem, forget: () => setProblem(null) }
}

const changedOf = (results: readonly { outcome: string }[]) =>
  results.filter(({ outcome }) => outcome === 'changed').length
