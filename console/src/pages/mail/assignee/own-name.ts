/** Keys stand for a team rather than a person, so the browser remembers who sits before it. */
const KEY = 'name in mail'

/** What the reader is called as an assignee; empty if it was never said. */
export const ownName = (): string => localStorage.getItem(KEY) ?? ''

export function rememberOwnName(name: string): void {
  try {
    localStorage.setItem(KEY, name)
  } catch {
    // The storage is full or turned off: the reader says it again next time.
  }
}
