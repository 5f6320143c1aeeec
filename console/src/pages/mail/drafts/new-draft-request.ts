/*
 * Whether the next new mail is to be another one. Apart from the mails themselves, so that lists need not load what writes them.
 */
let isWanted = false

/** Lets the next new mail be another one than what was begun, which is a draft by now. */
export function requestNewDraft(): void {
  isWanted = true
}

/** Whether another one is wanted, once. */
export function takeNewDraftRequest(): boolean {
  const was = isWanted
  isWanted = false
  return was
}
