import { readdir, readFile, readlink } from 'node:fs/promises'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A member of a replica set behind its address. */
export interface LinkedMember {
  /** The port that it listens on. */
  port: number
  /** Null while it does not run. */
  pid(): number | null
}

/**
 * The addresses of the members of a replica set, as the members know each other. Any of them can be cut off from the
 * others while the service still reaches it. Whose connection it is, the system says: members do not.
 */
export class MemberLinks {
  readonly #members: LinkedMember[] = []
  readonly #servers: Server[] = []
  readonly #links = new Set<Link>()
  #isolated: number | null = null

  /** Adds a member. Returns the port of its address. */
  async add(member: LinkedMember): Promise<number> {
    const to = this.#members.push(member) - 1
    const server = createServer((socket) => void this.#connect(socket, to))
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  /** Cuts a member off from the others in both directions; null connects it again. */
  async isolate(member: number | null): Promise<void> {
    this.#isolated = member
    if (member === null) return
    const own = await this.#portsOf(member)
    for (const link of this.#links) if (isCut(link, member, own)) link.socket.destroy()
  }

  close(): void {
    for (const { socket } of this.#links) socket.destroy()
    for (const server of this.#servers) server.close()
  }

  async #connect(socket: Socket, to: number): Promise<void> {
    socket.on('error', () => undefined)
    socket.pause()
    const link = { from: socket.remotePort!, to, socket }
    const isolated = this.#isolated
    if (isolated !== null && isCut(link, isolated, await this.#portsOf(isolated))) return void socket.destroy()
    this.#links.add(link)
    const far = dial(this.#members[to]!.port, '127.0.0.1')
    far.on('error', () => undefined)
    socket.on('close', () => {
      this.#links.delete(link)
      far.destroy()
    })
    far.on('close', () => socket.destroy())
    socket.pipe(far).pipe(socket)
  }

  /** The ports that connections of a member come from: see proc(5), /proc/[pid]/fd and /proc/net/tcp. */
  async #portsOf(member: number): Promise<Set<number>> {
    const folder = `/proc/${this.#members[member]!.pid()}/fd`
    const files = await readdir(folder).catch(() => [])
    const targets = new Set(await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => ''))))
    const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '')
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
    const own = rows.filter((row) => targets.has(`socket:[${row[9]}]`))
    return new Set(own.map(([, address]) => Number.parseInt(address!.split(':')[1]!, 16)))
  }
}

/** A connection of one process to a member, by the port that it comes from. */
interface Link {
  from: number
  to: number
  socket: Socket
}

/** Whether a link leads from or to an isolated member, but not from itself to itself. */
function isCut({ from, to }: Link, isolated: number, own: ReadonlySet<number>): boolean {
  return own.has(from) !== (to === isolated)
}
