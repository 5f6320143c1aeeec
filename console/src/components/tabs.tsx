import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Boundary } from './boundary'

export interface TabItem {
  name: string
  title: string
  /** Made only while it is shown. */
  content: () => ReactNode
}

interface TabsProps {
  label: string
  items: TabItem[]
  chosen: string
  onChoose: (name: string) => void
}

/** Several views of one thing, of which one is shown. */
export function Tabs({ label, items, chosen, onChoose }: TabsProps) {
  return (
    <Base.Root value={chosen} onValueChange={(name) => onChoose(String(name))}>
      <Base.List className="tabs" aria-label={label}>
        {items.map(({ name, title }) => (
          <Base.Tab key={name} value={name} className="tab">
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map(({ name, title, content }) => (
        <Base.Panel key={name} value={name} className="content">
          {name === chosen && (
            <Boundary what={`“${title}”`}>
              <Content make={content} />
            </Boundary>
          )}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** Made inside what holds its faults. */
const Content = ({ make }: { make: () => ReactNode }) => make()
