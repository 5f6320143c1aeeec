import { expect, test } from 'vitest'
import { LocalWindows } from '../../../../src/services/platform/rate-limit/local-windows.js'

const SECOND_US = 1_000_000
let nowUs = 0
const open = () => new LocalWindows(() => nowUs)
const request = (slots = 1, limit = 3) => ({ limit, windowUs: SECOND_US, slots })

test('allows no more than the limit in any window, and says when slots are free and when it is empty', () => {
  nowUs = 10 * SECOND_US
  const windows = open()
  expect(windows.take('a', request())).toEqual({ taken: true, left: 2, resetUs: 11 * SECOND_US, waitUs: 0 })
  nowUs += 400_000
  expect(windows.take('a', request(2))).toMatchObject({ taken: true, left: 0 })
  nowUs += 100_000
  expect(windows.take('a', request())).toEqual({ taken: false, left: 0, resetUs: 11_400_000, waitUs: 500_000 })
  expect(windows.take('b', request())).toMatchObject({ taken: true })
  nowUs += 500_000
  expect(windows.take('a', request(2))).toEqual({ taken: false, left: 1, resetUs: 11_400_000, waitUs: 400_000 })
  expect(windows.take('a', request())).toMatchObject({ taken: true, left: 0 })
})

test('what never fits waits for a whole window, and takes nothing', () => {
  const windows = open()
  expect(windows.take('a', request(4))).toMatchObject({ taken: false, left: 3, waitUs: SECOND_US })
  expect(windows.take('a', request(3))).toMatchObject({ taken: true })
})

test('keeps the windows of the newest subjects only', () => {
  const windows = open()
  windows.take('first', request(3))
  for (let subject = 0; subject < 10_000; subject += 1) windows.take(`${subject}`, request())
  expect(windows.take('first', request(3))).toMatchObject({ taken: true })
  expect(windows.take('9999', request(3))).toMatchObject({ taken: false, left: 2 })
})
