import { typingErrors } from '../../lib/text/near-name.js'
import { searchedWords, stemOf, wordsOf } from './search-words.js'

const MAX_WORDS = 8
/** How many pages are found at most, and further parts of each. */
const MAX_PAGES = 15
const MAX_FURTHER = 2
const SNIPPET_CHARS = 180
/** How much a word counts in the title of a page and in a heading, beside at most 1 in the text. */
const IN_PAGE = 1.6
const IN_HEADING = 2
/** A part that has less than so much of what is looked for is not found. */
const MIN_SHARE = 0.5

/** A part of a page, from one heading to the next. */
export interface Section {
  page: string
  heading: string
  /** Its address, with the anchor. */
  address: string
  text: string
}

/** A page with the part that fits best, and further parts. */
export interface FoundPage {
  section: Section
  further: Section[]
  /** The words that were found, for the snippet. */
  words: string[]
}

/** Where a word is in a section. */
interface Place {
  section: number
  /** How much it counts there. */
  weight: number
}

/** How well a word of the pages fits to one that is looked for, from 0 to 1. */
type Fit = readonly [word: string, fit: number]

interface Score {
  section: number
  score: number
  words: string[]
}

/** Finds parts of the pages by their words, by how words begin, and in spite of typing errors. */
export class SearchIndex {
  readonly #sections: readonly Section[]
  readonly #places = new Map<string, Place[]>()
  readonly #stems = new Map<string, string[]>()

  constructor(sections: readonly Section[]) {
    this.#sections = sections
    for (const [index, section] of sections.entries()) this.#add(section, index)
    for (const word of this.#places.keys()) {
      const stem = stemOf(word)
      this.#stems.set(stem, [...(this.#stems.get(stem) ?? []), word])
    }
  }

  #add(section: Section, index: number): void {
    const [inPage, inHeading] = [new Set(wordsOf(section.page)), new Set(wordsOf(section.heading))]
    const counts = new Map<string, number>()
    const words = wordsOf(section.text)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    // A word says less about a long text.
    const usual = 0.6 + words.length / 300
    for (const word of new Set([...inPage, ...inHeading, ...counts.keys()])) {
      const count = counts.get(word) ?? 0
      const weight =
        count / (count + usual) +
        (inPage.has(word) ? IN_PAGE / Math.sqrt(inPage.size) : 0) +
        (inHeading.has(word) ? IN_HEADING / Math.sqrt(inHeading.size) : 0)
      const places = this.#places.get(word)
      if (places) places.push({ section: index, weight })
      else this.#places.set(word, [{ section: index, weight }])
    }
  }

  /** The pages on which most of the words are, best first. */
  search(query: string): FoundPage[] {
    const searched = searchedWords(query).slice(0, MAX_WORDS)
    const scores = new Map<number, Score & { met: number }>()
    for (const alternatives of searched) {
      for (const [section, { score, word }] of this.#scoresOf(alternatives)) {
        const known = scores.get(section) ?? { section, score: 0, words: [], met: 0 }
        known.score += score
        known.met += 1
        known.words.push(word)
        scores.set(section, known)
      }
    }
    const ranked = [...scores.values()]
      .map(({ met, score, ...rest }) => ({
        ...rest,
        share: met / searched.length,
        score: score * (met / searched.length) ** 2,
      }))
      .filter(({ share }) => share >= MIN_SHARE)
      .sort((a, b) => b.score - a.score || a.section - b.section)
    return this.#byPage(ranked)
  }

  #byPage(ranked: readonly Score[]): FoundPage[] {
    const pages = new Map<string, FoundPage>()
    for (const { section: index, words } of ranked) {
      const section = this.#sections[index]!
      const [path = ''] = section.address.split('#')
      const found = pages.get(path)
      if (!found) pages.set(path, { section, further: [], words })
      else if (found.further.length < MAX_FURTHER) found.further.push(section)
    }
    return [...pages.values()].slice(0, MAX_PAGES)
  }

  /** How much each section has of one thing that is looked for. */
  #scoresOf(alternatives: readonly string[]): Map<number, { score: number; word: string }> {
    const scores = new Map<number, { score: number; word: string }>()
    for (const [word, fit] of alternatives.flatMap((each) => this.#fitsOf(each))) {
      const places = this.#places.get(word)!
      const rarity = Math.log(1 + this.#sections.length / places.length)
      for (const { section, weight } of places) {
        const score = fit * rarity * weight
        if (score > (scores.get(section)?.score ?? 0)) scores.set(section, { score, word })
      }
    }
    return scores
  }

  /** The words of the pages that somebody may mean; with typing errors only if there is none without. */
  #fitsOf(word: string): Fit[] {
    const stem = stemOf(word)
    const fits = [...this.#places.keys()].flatMap((known): Fit[] => {
      if (known === word) return [[known, 1]]
      if (stemOf(known) === stem) return [[known, 0.9]]
      return known.startsWith(word) ? [[known, (0.7 * word.length) / known.length]] : []
    })
    return fits.length > 0 ? fits : this.#nearOf(stem)
  }

  #nearOf(stem: string): Fit[] {
    const most = stem.length < 4 ? 0 : stem.length < 8 ? 1 : 2
    if (most === 0) return []
    return [...this.#stems].flatMap(([known, words]): Fit[] => {
      if (Math.abs(known.length - stem.length) > most || known.length < 4) return []
      const errors = typingErrors(stem, known)
      return errors <= most ? words.map((word) => [word, 0.8 - 0.2 * errors] as const) : []
    })
  }
}

/** The text around the first word that is found. */
export function snippetOf({ text }: Section, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const start = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - SNIPPET_CHARS / 3)
  const cut = text.slice(start, start + SNIPPET_CHARS)
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET_CHARS < text.length ? '…' : ''}`
}
