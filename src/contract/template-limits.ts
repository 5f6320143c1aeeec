// Apart from the shapes, so that the threads that render need not load zod.

/** Most characters of one body of a template. */
export const MAX_SOURCE_CHARS = 512 * 1024

/** Where a layout has the body of a template. */
export const CONTENT_PLACE = /\{\{\s*content\s*\}\}/g
