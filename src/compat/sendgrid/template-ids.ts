/*
 * SDKs of SendGrid recognize templates that take data by ids that begin with `d-`, and drop the data of all others. So ids
 * are given out with that beginning. Slugs may begin with it, too: a template can keep the id that it had at SendGrid.
 */

const OURS = /^d-(?=tmpl_)/

export const toTheirId = (id: string): string => `d-${id}`

/** The id or slug here. */
export const toOurId = (id: string): string => id.replace(OURS, '')
