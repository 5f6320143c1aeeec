import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Room } from '../../src/smtp/room.js'
import { atData, type SmtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

const MIB = 1024 * 1024

let app: SmtpListenerApp
beforeAll(async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '0', SMTP_HOST: '127.0.0.1' })
})
afterAll(() => app.close())

const LINE = `${'x'.repeat(998)}\r\n`
const text = (mib: number) => LINE.repeat(Math.ceil((mib * MIB) / LINE.length))
const open: SmtpClient[] = []

/** Begins a mail and does not go on. */
async function begun(mib: number, localAddress: string): Promise<SmtpClient> {
  const client = await atData(app.port, `slow@${DOMAIN}`, { localAddress })
  open.push(client)
  await new Promise<void>((resolve) => client.socket.write(`Subject: slow\r\n\r\n${text(mib)}`, () => resolve()))
  return client
}

/** Sends a whole mail. Returns the reply. */
async function delivered(mib: number, localAddress: string): Promise<string> {
  const client = await atData(app.port, `honest@${DOMAIN}`, { localAddress })
  client.write(`Subject: honest\r\n\r\n${text(mib)}`)
  const reply = await client.command('.')
  client.close()
  return reply
}

test('slow transfers of many addresses keep nobody out: small mails fit beside them, large ones end them', async () => {
  const slow = await Promise.all(Array.from({ length: 12 }, (_none, index) => begun(17, `127.0.1.${index + 1}`)))
  const many = await Promise.all(Array.from({ length: 12 }, (_none, index) => begun(17, `127.0.1.${index + 1}`)))
  // Each brings a byte now and then, which is no progress.
  const drip = setInterval(() => {
    for (const { socket } of [...slow, ...many]) if (socket.writable) socket.write('x')
  }, 500)
  expect(await delivered(0.5, '127.0.2.1')).toMatch(/^250 /)
  expect(await delivered(0.5, '127.0.1.1')).toMatch(/^250 /)
  await eventually('a large mail is taken', async () => (await delivered(20, '127.0.2.1')).startsWith('250 '))
  clearInterval(drip)
  const ended = [...slow, ...many].filter(({ said }) => said.includes('\r\n421 4.4.2 The mail takes too long.'))
  expect(ended.length).toBeGreaterThan(0)
  for (const client of open.splice(0)) client.close()
})

describe('the room', () => {
  /** A room of 12 MiB, on a clock that the test moves. */
  function aRoom() {
    let now = 0
    const room = new Room(12 * MIB, () => now)
    const ended: string[] = []
    const transfer = (name: string, owner: string) => {
      const place = room.open({
        owner,
        cut: () => {
          ended.push(name)
          place.leave()
        },
      })
      const take = (mib: number) => {
        const isTaken = place.take(mib * MIB)
        if (isTaken) place.arrived(mib * MIB)
        return isTaken
      }
      return { ...place, take }
    }
    const wait = (ms: number) => {
      now += ms
    }
    return { transfer, wait, ended }
  }

  test('an owner has a third of it, of which a quarter is for small mails', () => {
    const { transfer, ended } = aRoom()
    expect(transfer('large', 'a').take(3)).toBe(true)
    expect(transfer('too large', 'a').take(2)).toBe(false)
    expect(transfer('small', 'a').take(1)).toBe(true)
    expect(transfer('too many', 'a').take(0.5)).toBe(false)
    expect(transfer('of another', 'b').take(3)).toBe(true)
    expect(ended).toEqual([])
  })

  test('all owners together leave a quarter of it to small mails', () => {
    const { transfer } = aRoom()
    for (const owner of ['a', 'b', 'c']) expect(transfer(owner, owner).take(3)).toBe(true)
    expect(transfer('large', 'd').take(2)).toBe(false)
    for (const owner of ['e', 'f', 'g']) expect(transfer(owner, owner).take(1)).toBe(true)
    expect(transfer('one more', 'h').take(1)).toBe(false)
  })

  test('the slowest transfer ends if its place is needed, after a moment, and unless it is complete', () => {
    const { transfer, wait, ended } = aRoom()
    const slow = transfer('slow', 'a')
    const stopped = transfer('stopped', 'b')
    const complete = transfer('complete', 'c')
    for (const one of [slow, stopped, complete]) expect(one.take(3)).toBe(true)
    complete.complete()
    expect(transfer('early', 'd').take(3)).toBe(false)
    wait(6_000)
    slow.arrived(1_000)
    expect(transfer('later', 'd').take(3)).toBe(true)
    expect(ended).toEqual(['stopped'])
    expect(transfer('last', 'e').take(3)).toBe(true)
    expect(ended).toEqual(['stopped', 'slow'])
    complete.leave()
    expect(transfer('and one more', 'f').take(3)).toBe(true)
  })

  test('an owner who needs more loses only transfers of his own, and what goes on well stays', () => {
    const { transfer, wait, ended } = aRoom()
    transfer('own', 'a').take(3)
    transfer('of another', 'b').take(3)
    wait(6_000)
    expect(transfer('next', 'a').take(3)).toBe(true)
    expect(ended).toEqual(['own'])
    const good = transfer('good', 'c')
    good.take(1)
    wait(6_000)
    expect(good.take(2)).toBe(true)
    expect(transfer('other', 'c').take(2)).toBe(false)
    expect(ended).toEqual(['own'])
  })
})
