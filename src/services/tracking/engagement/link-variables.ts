import { LINK_VARIABLES, type LinkVariable } from '../../../contract/template-vars.js'

const PLACE = /\{\{-?[ \t]*(unsubscribe_url|preferences_url)[ \t]*-?\}\}/g
/** Most links in one body. Further places stay as they are, so that the mail cannot grow without limit. */
const MAX_LINKS = 100

/** Between two braces it cannot be seen. */
const WORD_JOINER = '\u2060'

/**
 * A body rendered from a template, with a place for a link wherever its mark is. Text that only looks like a place came
 * from a variable, whose author may not be the sender: it stays text.
 */
export function withPlacesAt(marks: Record<LinkVariable, string>, body: string): string {
  const text = body.replaceAll(PLACE, (place) => `{${WORD_JOINER}${place.slice(1)}`)
  return LINK_VARIABLES.reduce((marked, name) => marked.replaceAll(marks[name], `{{ ${name} }}`), text)
}

/** A body with the links in their places. */
export function withLinks(body: string, links: Record<LinkVariable, string>): string {
  let places = 0
  return body.replaceAll(PLACE, (place, name: LinkVariable) => {
    places += 1
    return places > MAX_LINKS ? place : links[name]
  })
}
