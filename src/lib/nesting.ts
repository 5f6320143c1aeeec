/**
 * Whether a value has objects or arrays within each other more than `levels` deep. Goes level by level, so that no
 * depth is too much for it.
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
