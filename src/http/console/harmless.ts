/** For these, browsers open connections before they ask the policy, which only keeps them from sending a request. */
const CONNECTING_TAGS = /<(?:link|iframe|frame|object|embed|portal|fencedframe)(?=[\s/>])/gi

/** The HTML of a mail without what connects to other hosts although the policy of its frame allows none. */
export const withoutConnections = (mail: string) => mail.replaceAll(CONNECTING_TAGS, '<meta')
