import { useEffect } from 'react'

/** Names the page in the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Home' ? 'Postline' : `${title} · Postline`
  }, [title])
}
