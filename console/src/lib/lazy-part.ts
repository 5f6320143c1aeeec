import { type ComponentType, lazy } from 'react'
import { announce } from './arrivals'
import { loadWithRetry } from './connection'

/** A part of the console that is loaded when it is shown. If it does not arrive, it is loaded again. */
// biome-ignore lint/suspicious/noExplicitAny: the properties of any component
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) =>
  lazy(() => announce(loadWithRetry(load)))
