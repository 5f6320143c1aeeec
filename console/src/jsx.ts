/*
 * What elements are made with, in place of React's own functions (`jsxImportSource` of the TypeScript settings). Every text
 * that a page shows passes here, so that none can turn what follows it around, wherever it comes from.
 */
import type { ElementType, Key, ReactElement } from 'react'
import { jsx as make, jsxs as makeOfMany } from 'react/jsx-runtime'
import { inOrder } from './lib/in-order'

export type { JSX } from 'react'
export { Fragment } from 'react/jsx-runtime'

type Make = (type: ElementType, props: object, key?: Key) => ReactElement

export const jsx: Make = (type, props, key) => make(type, shown(props), key)
export const jsxs: Make = (type, props, key) => makeOfMany(type, shown(props), key)
/** While the console is developed. */
export const jsxDEV: Make = (type, props, key) => (isMany(props) ? jsxs : jsx)(type, props, key)

const isMany = ({ children }: { children?: unknown }) => Array.isArray(children)

/** Properties with the texts among them that are shown in the order of their characters. */
function shown(props: { children?: unknown; title?: unknown }): object {
  const { children, title } = props
  return {
    ...props,
    ...(children !== undefined && { children: ordered(children) }),
    ...(typeof title === 'string' && { title: inOrder(title) }),
  }
}

const ordered = (child: unknown): unknown => {
  if (typeof child === 'string') return inOrder(child)
  return Array.isArray(child) ? child.map(ordered) : child
}
