import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { SECTIONS } from '../../../src/http/console/sections'
import { addressIn, personPath } from '../lib/person'
import { includes, type Scope, useScope } from '../lib/rights'
import { chooseScheme, SCHEMES } from '../lib/scheme'
import { signOut } from '../session'
import { Dialog } from './dialog'

interface Command {
  title: string
  hint?: string
  run: () => void
}

const MESSAGE_ID = /^msg_[0-9a-z]{26}$/

/** Finds and runs every command of the console by typing. */
export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [, go] = useLocation()
  const listId = useId()

  const own = useScope()
  const commands = matching(text, own, go, onShortcuts)
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
        placeholder="Go to, open an id, look up an address, or search messages"
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
            key={command.title}
            id={`${listId}-${index}`}
            className="palette-item"
            role="option"
            aria-selected={index === current}
            onClick={() => run(command)}
          >
            <span className="clip">{command.title}</span>
            {command.hint && <kbd>{command.hint}</kbd>}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function matching(text: string, own: Scope, go: (path: string) => void, onShortcuts: () => void): Command[] {
  const typed = text.trim()
  const wanted = typed.toLowerCase()
  const fixed: Command[] = [
    ...SECTIONS.filter(({ scope }) => includes(own, scope)).map(({ path, title, keys }) => ({
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
  if (wanted === '' || !includes(own, 'read')) return found
  if (MESSAGE_ID.test(wanted)) return [{ title: `Open ${wanted}`, run: () => go(`/messages/${wanted}`) }, ...found]
  const address = addressIn(typed)
  if (address) found.unshift({ title: `Look up ${address}`, hint: 'a person', run: () => go(personPath(address)) })
  const search = `/messages?search=${encodeURIComponent(typed)}`
  return [...found, { title: `Search messages for “${typed}”`, run: () => go(search) }]
}
