/** Properties that shape text and boxes where they are. None moves, covers or hides, and none loads anything. */
const ALLOWED =
  /^(?:background-color|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:radius|collapse|spacing)|clear|color|direction|display|float|font(?:-(?:family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style-type|(?:margin|padding)(?:-(?:top|right|bottom|left))?|max-width|min-width|overflow-wrap|table-layout|text-(?:align|decoration|indent|transform)|unicode-bidi|vertical-align|white-space|width|word-(?:break|spacing|wrap))$/
/** A word or a number, with the functions of colours. No URL, no escape, no comment, and nothing negative. */
const VALUE = /^(?!.*(?:url|expression|image|var|attr|calc)\s*\()(?!.*(?:^|[\s(,])-[\d.])[\w\s.,%#()!'"+-]+$/i
const DISPLAYS = /^(?:block|inline|inline-block|none|table|table-cell|table-row|list-item)$/i
const MAX_CHARS = 4_000
const MAX_VALUE_CHARS = 300
const MAX_DECLARATIONS = 50

/** The declarations of a `style` attribute that are safe; empty if there are none. */
export function toSafeStyle(style: string): string {
  return style
    .slice(0, MAX_CHARS)
    .split(';', MAX_DECLARATIONS)
    .map(toSafeDeclaration)
    .filter((declaration) => declaration !== '')
    .join(';')
}

function toSafeDeclaration(declaration: string): string {
  const colon = declaration.indexOf(':')
  const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
  const value = declaration.slice(colon + 1).trim()
  if (value.length > MAX_VALUE_CHARS || !ALLOWED.test(name) || !VALUE.test(value)) return ''
  if (name === 'display' && !DISPLAYS.test(value)) return ''
  return `${name}:${value}`
}
