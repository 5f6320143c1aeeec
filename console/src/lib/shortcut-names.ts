import { SECTIONS } from '../../../src/http/console/sections'

const MAIL_SHORTCUTS: [keys: string, what: string][] = [
  ['x', 'Mail: select the thread'],
  ['X', 'Mail: select all from the one selected before to this'],
  ['A', 'Mail: select all that are shown'],
  ['e', 'Mail: archive'],
  ['#', 'Mail: move to the trash'],
  ['!', 'Mail: move to spam'],
  ['i', 'Mail: back to the inbox'],
  ['s', 'Mail: star'],
  ['U', 'Mail: read or unread'],
  ['l', 'Mail: labels'],
  ['b', 'Mail: snooze'],
  ['@', 'Mail: assign'],
  ['z', 'Mail: undo'],
  ['u', 'Mail: back to the list'],
  ['n', 'Mail: next thread of the list'],
  ['p', 'Mail: thread before'],
  ['r', 'Mail: reply'],
  ['a', 'Mail: reply to all'],
  ['f', 'Mail: forward'],
  ['N', 'Mail: write an internal note'],
  ['c', 'Mail: compose'],
]

/** The keys of the console, for the list behind `?`. */
export const SHORTCUTS: [keys: string, what: string][] = [
  ['Ctrl K', 'Command palette: go anywhere, open an id, search messages'],
  ['/', 'Search'],
  ...SECTIONS.map(({ keys, title }): [string, string] => [keys, title]),
  ['j', 'Next row, or next mail of a thread'],
  ['k', 'Row or mail before'],
  ['Enter', 'Open the row or mail'],
  ['Esc', 'Close a dialog, leave a field'],
  ...MAIL_SHORTCUTS,
  ['?', 'This list'],
]
