/** The pages of what has an id, by the beginning of the id. */
const PAGES: Record<string, string> = {
  msg: '/messages',
  thr: '/mail/threads',
  wh: '/webhooks',
  dom: '/domains',
  tmpl: '/templates',
  ct: '/contacts',
  cl: '/contacts/lists',
  bc: '/broadcasts',
}
const ID = /^([a-z]+)_[0-9a-z]{26}$/

/** The page of an id; null if it is none, or has none. */
export function pageOfId(text: string): string | null {
  const [id, kind = ''] = ID.exec(text.toLowerCase()) ?? []
  const path = PAGES[kind]
  return id && path ? `${path}/${id}` : null
}
