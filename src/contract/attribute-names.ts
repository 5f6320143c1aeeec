/** The variables of marketing mail that stand for the recipient's own links. A request cannot give them. */
export const LINK_VARIABLES = ['unsubscribe_url', 'preferences_url'] as const

/** Names that the ledger's driver or JavaScript take for something of their own, and those that templates do. */
const RESERVED: readonly string[] = ['__proto__', '_bsontype', ...LINK_VARIABLES]

export const MAX_NAME_CHARS = 64

/** The form of the name of an attribute. */
export const ATTRIBUTE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export const isReservedName = (name: string): boolean => RESERVED.includes(name)

export const isAttributeName = (name: string): boolean => ATTRIBUTE_NAME.test(name) && !isReservedName(name)
