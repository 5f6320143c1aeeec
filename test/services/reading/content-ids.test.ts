import { expect, test } from 'vitest'
import { ownContentIds, replaceContentIds } from '../../../src/services/reading/content-ids.js'
import { stopwatch } from '../../support/stopwatch.js'

test('ids that mail of ours can have stay, and others get a form of their own', () => {
  const ids = ownContentIds(['a@x', null, 'a$b@x', 'a-b@x', 'a%b@x', 'a$b@x', '$'.repeat(500)])
  expect(Object.fromEntries(ids)).toEqual({
    'a@x': 'a@x',
    'a$b@x': 'a-b@x-1',
    'a-b@x': 'a-b@x',
    'a%b@x': 'a-b@x-3',
    ['$'.repeat(500)]: '-'.repeat(240),
  })
})

test('HTML refers to the new ids, however it has written the old ones', () => {
  const ids = ownContentIds(['a$b@x', 'a$b@xy', 'ü&1@x', 'kept@x'])
  const html = '<img src="cid:a$b@x"><img src=CID:a%24b@xy><img src="cid:ü&amp;1@x"><img src="cid:kept@x">cid:other'
  expect(replaceContentIds(html, ids)).toBe(
    '<img src="cid:a-b@x"><img src=cid:a-b@xy><img src="cid:--1@x"><img src="cid:kept@x">cid:other',
  )
})

test('long HTML takes time that grows with its length only', () => {
  const tookMs = stopwatch()
  replaceContentIds('cid:'.repeat(1_000_000), ownContentIds(['a$b']))
  replaceContentIds('cid:%'.repeat(500_000), ownContentIds(['a$b']))
  expect(tookMs()).toBeLessThan(2_000)
})
