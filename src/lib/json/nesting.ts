/**
 * Whether objects and arrays are nested more than `levels` deep. Works level by level, so no depth can overflow the
 * stack.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    const parents = level.filter((part): part is object => typeof part === 'object' && part !== null)
    level = parents.flatMap((parent) => Object.values(parent).filter((part) => typeof part === 'object'))
  }
  return false
}
