/** An object with a field, or without it if its value is null or undefined: a schema of ours may refuse null. */
export const given = <Name extends string, T>(name: Name, value: T | null | undefined) =>
  value === null || value === undefined ? {} : ({ [name]: value } as Record<Name, T>)
