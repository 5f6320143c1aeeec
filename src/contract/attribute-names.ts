/** Names that the ledger's driver or JavaScript take for something of their own. */
const RESERVED = ['__proto__', '_bsontype']

export const MAX_NAME_CHARS = 64

/** The form of the name of an attribute. */
export const ATTRIBUTE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export const isReservedName = (name: string): boolean => RESERVED.includes(name)

export const isAttributeName = (name: string): boolean => ATTRIBUTE_NAME.test(name) && !isReservedName(name)
