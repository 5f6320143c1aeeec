import { SHORTCUTS } from '../lib/shortcut-names'
import { Dialog } from './dialog'

/** The keys of the console. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      {/* It scrolls, so it must be reachable by keyboard. */}
      <dl className="facts shortcuts" tabIndex={0}>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
