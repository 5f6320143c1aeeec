/** The variables of marketing mail that stand for the recipient's own links. A request cannot give them. */
export const LINK_VARIABLES = ['unsubscribe_url', 'preferences_url'] as const

/** Names that the ledger's driver or JavaScript give a meaning to. No contact has them. */
const DRIVER_NAMES: readonly string[] = ['__proto__', '_bsontype']

export const MAX_NAME_CHARS = 64

/** The form of the name of an attribute. */
export const ATTRIBUTE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export const isDriverName = (name: string): boolean => DRIVER_NAMES.includes(name)

export const isLinkVariable = (name: string): boolean => LINK_VARIABLES.some((reserved) => reserved === name)

export const isAttributeName = (name: string): boolean =>
  ATTRIBUTE_NAME.test(name) && !isDriverName(name) && !isLinkVariable(name)
