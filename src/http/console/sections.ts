/**
 * The first part of every address of the console, besides `/`. Everything below them answers the page, which then
 * shows what the address names. The console has the same list in `console/src/sections.ts`.
 */
export const SECTIONS = ['messages', 'send', 'sign-in'] as const
