import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** The part of Redis that the rate limits need, for machines without one: it counts the keys of scripts. */
export type StandInRedis = {
  url: string
  port: number
  /** How often a script has counted. */
  counted: () => number
}

export const startStandInRedis = async (): Promise<StandInRedis> => {
  const counts = new Map<string, number>()
  const sockets = new Set<Socket>()
  let counted = 0

  const answer = ([name = '', , , key = '']: string[]): string => {
    switch (name.toLowerCase()) {
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n')
      case 'eval':
      case 'evalsha': {
        counted += 1
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return `*2\r\n:${count}\r\n:60000\r\n`
      }
      case 'hello':
        return "-ERR unknown command 'HELLO'\r\n"
      default:
        return '+OK\r\n'
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let rest = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      const { commands, left } = commandsOf(rest + text)
      rest = left
      for (const command of commands) socket.write(answer(command))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `redis://127.0.0.1:${port}`, port, counted: () => counted }
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`

/**
 * Complete commands of the protocol, `*2\r
 * $3\r
 * GET\r
 * $1\r
 * k\r
 * `, and the rest of the last one.
 */
function commandsOf(text: string): { commands: string[][]; left: string } {
  const commands: string[][] = []
  let at = 0
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(text.slice(at))
    if (head === null) return { commands, left: text.slice(at) }
    let next = at + head[0].length
    const parts: string[] = []
    for (let n = 0; n < Number(head[1]); n += 1) {
      const length = /^\$(\d+)\r\n/.exec(text.slice(next))
      if (length === null) return { commands, left: text.slice(at) }
      const begin = next + length[0].length
      next = begin + Number(length[1]) + 2
      if (next > text.length) return { commands, left: text.slice(at) }
      parts.push(text.slice(begin, next - 2))
    }
    commands.push(parts)
    at = next
  }
}
