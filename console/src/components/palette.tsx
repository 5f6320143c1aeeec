import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { SECTIONS } from '../../../src/http/console/sections'
import { pageOfId } from '../lib/page-of-id'
import { addressIn, personPath } from '../lib/person'
import { useRights } from '../lib/rights'
import { chooseScheme, SCHEMES } from '../lib/scheme'
import { signOut } from '../sign-out'
import { BidiIsolate } from './bidi-isolate'
import { Dialog } from './dialog'
import { type LookupResult, useLookup } from './use-lookup'

interface Command {
  /** Tells it from others with its title; the title by default. */
  key?: string
  title: string
  hint?: string
  run: () => void
}

/** The section of those who may read what the palette finds. */
const READ = '/messages'

/** Finds and runs every command of the console by typing. */
export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [, go] = useLocation()
  const listId = useId()

  const { sections } = useRights()
  const found = useLookup(text.trim(), sections.includes(READ))
  const commands = matching(text, sections, found, go, onShortcuts)
  const current = Math.min(chosen, commands.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') run(commands[current])
    else if (step) setChosen((current + step + commands.length) % commands.length)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Command palette" isTitleHidden isOpen onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Command, id or search"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder="Go to a page, or find mail, people, domains and templates by name, address or id"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className="palette-list" role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={command.key ?? command.title}
            id={`${listId}-${index}`}
            className="palette-item"
            role="option"
            aria-selected={index === current}
            onClick={() => run(command)}
          >
            <span className="clip">
              <BidiIsolate text={command.title} />
            </span>
            {command.hint && <kbd>{command.hint}</kbd>}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function matching(
  text: string,
  sections: readonly string[],
  things: readonly LookupResult[],
  go: (path: string) => void,
  onShortcuts: () => void,
): Command[] {
  const typed = text.trim()
  const wanted = typed.toLowerCase()
  const fixed: Command[] = [
    ...SECTIONS.filter(({ path }) => sections.includes(path)).map(({ path, title, keys }) => ({
      title,
      hint: keys,
      run: () => go(path),
    })),
    ...SCHEMES.map((scheme) => ({ title: `Colors: ${scheme}`, run: () => chooseScheme(scheme) })),
    { title: 'Keyboard shortcuts', hint: '?', run: onShortcuts },
    { title: 'Documentation', run: () => location.assign('/docs') },
    { title: 'API reference', run: () => location.assign('/docs/api') },
    { title: 'GraphQL explorer', run: () => location.assign('/graphql') },
    { title: 'Sign out', run: () => void signOut() },
  ]
  const found = fixed.filter(({ title }) => title.toLowerCase().includes(wanted))
  if (wanted === '' || !sections.includes(READ)) return found
  const page = pageOfId(wanted)
  if (page) return [{ title: `Open ${wanted}`, run: () => go(page) }, ...found]
  const address = addressIn(typed)
  if (address) found.unshift({ title: `Look up ${address}`, hint: 'a person', run: () => go(personPath(address)) })
  const search = `/messages?search=${encodeURIComponent(typed)}`
  const named = things.map(({ title, kind, path }) => ({ key: path, title, hint: kind, run: () => go(path) }))
  return [...found, ...named, { title: `Search messages for “${typed}”`, run: () => go(search) }]
}
