const KEY = 'postline-scheme'

/** The colors of the page: those of the system, or the reader's choice. */
export type Scheme = 'system' | 'light' | 'dark'
export const SCHEMES: readonly Scheme[] = ['system', 'light', 'dark']

/** The reader's choice. */
export function chosenScheme(): Scheme {
  const stored = localStorage.getItem(KEY)
  return SCHEMES.find((scheme) => scheme === stored) ?? 'system'
}

/** Shows the page in these colors, now and the next time. */
export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(KEY, scheme)
  applyScheme()
}

/** Shows the page in the chosen colors. */
export function applyScheme(): void {
  document.documentElement.dataset.scheme = chosenScheme()
}
