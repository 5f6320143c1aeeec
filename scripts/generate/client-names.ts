/** `messagesList` and `next_cursor` as `messages_list` and `next_cursor`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `messagesList` and `next_cursor` as `MessagesList` and `NextCursor`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[_-])([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
