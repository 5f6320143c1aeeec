/** A regular expression in the source of the product. */
export interface Pattern {
  file: string
  line: number
  /** Of a literal. */
  source?: string
  flags?: string
  /** The text of the expression that makes it at run time, instead. */
  expression?: string
}

/** Lists every regular expression of the product. */
export function listPatterns(): Pattern[]
