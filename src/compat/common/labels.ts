/**
 * Tags for texts without names, as APIs have them that call these categories or tags: `tag`, `tag_2` and so on, like those
 * of mail over SMTP. A text counts once.
 */
export function tagsOfLabels(labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    [...new Set(labels)].map((label, index) => [index === 0 ? 'tag' : `tag_${index + 1}`, label]),
  )
}
