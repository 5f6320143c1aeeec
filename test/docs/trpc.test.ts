import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RunnerDeps } from '../../src/operations/runner.js'
import { createRouter } from '../../src/trpc/router.js'

const page = readFileSync('docs/trpc.md', 'utf8')
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)

/** The part of the page below a heading. */
const below = (heading: string) => page.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''

test('docs/trpc.md describes every procedure of the router, with its kind, input and output', () => {
  const { procedures } = createRouter({} as RunnerDeps)._def
  expect(Object.keys(procedures).length).toBeGreaterThan(50)
  for (const [name, procedure] of Object.entries(procedures)) {
    const { type } = (procedure as { _def: { type: string } })._def
    expect([name, below(name)]).toEqual([name, expect.stringMatching(new RegExp(`^\nAn? ${type}\\. `))])
    expect([name, below(name)]).toEqual([name, expect.stringMatching(/\nInput:[\s\S]+\n(Output|Each event):/)])
  }
})

test('docs/trpc.md tells the inputs that differ from REST', () => {
  expect(below('messages.sendBatch')).toContain('| `items` | list of [SendRequest](#type-sendrequest) |')
  expect(below('webhooks.update')).toContain('| `id` | string |')
  expect(below('Type Destination')).toContain('| `email` | string, optional |')
})

test('every link in docs/trpc.md leads to a heading of it', () => {
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})
