/** What stands for the recipient's unsubscribe link in a body, until the mail is sent. */
const UNSUBSCRIBE_URL = '{{ unsubscribe_url }}'

const PLACE = /\{\{-?[ \t]*unsubscribe_url[ \t]*-?\}\}/g
/** Most links in one body. Further places stay as they are, so that the mail cannot grow without limit. */
const MAX_LINKS = 100

/** Between two braces it cannot be seen. */
const WORD_JOINER = '\u2060'

/**
 * A body rendered from a template, with a place for the link wherever the mark is. Text that only looks like a place came
 * from a variable, whose author may not be the sender: it stays text.
 */
export const withPlacesAt = (mark: string, body: string): string =>
  body.replaceAll(PLACE, (text) => `{${WORD_JOINER}${text.slice(1)}`).replaceAll(mark, UNSUBSCRIBE_URL)

/** A body with the link in its places. */
export function withUnsubscribeUrl(body: string, link: string): string {
  let places = 0
  return body.replaceAll(PLACE, (place) => {
    places += 1
    return places > MAX_LINKS ? place : link
  })
}
