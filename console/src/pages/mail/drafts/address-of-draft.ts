/** Where a draft is continued: below the thread that it answers, or on its own page. */
export function addressOfDraft(id: string | null, threadId: string | null): string {
  const path = threadId === null ? '/mail/compose' : `/mail/threads/${threadId}`
  return id === null ? path : `${path}?draft=${id}`
}
