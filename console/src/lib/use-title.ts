import { useEffect } from 'react'
import { inOrder } from './in-order'

/** Names the page in the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Home' ? 'Postline' : `${inOrder(title)} · Postline`
  }, [title])
}
