import { type RefObject, useRef, useState } from 'react'

export interface Chosen {
  /** The list with the boxes, each of which has an id as its value. */
  list: RefObject<HTMLDivElement | null>
  chosen: ReadonlySet<string>
  toggle: (id: string) => void
  /** Chooses these in place of others. */
  choose: (ids: Iterable<string>) => void
  /** Chooses all that are shown, on every page of the list. */
  chooseShown: () => void
  clear: () => void
}

/** Which rows of a list are chosen. */
export function useChosen(): Chosen {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: Iterable<string>) => setChosen(new Set(ids))
  return {
    list,
    chosen,
    toggle: (id) => setChosen((old) => new Set(old.has(id) ? [...old].filter((other) => other !== id) : [...old, id])),
    choose,
    chooseShown: () => {
      const boxes = list.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []
      choose([...boxes].map(({ value }) => value))
    },
    clear: () => choose([]),
  }
}
