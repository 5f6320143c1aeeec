interface Page {
  next_cursor: string | null
}

/** The type of a list's items: those of the only array in its page. */
export type ItemIn<P> = P extends Page
  ? { [Name in keyof P]: P[Name] extends readonly (infer Item)[] ? Item : never }[keyof P]
  : never

/** Every item of a list, page by page. Fetches a page after the items of the previous one are used. */
export async function* itemsOf<P extends Page>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<ItemIn<P>, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    yield* Object.values(page).find(Array.isArray) ?? []
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}
