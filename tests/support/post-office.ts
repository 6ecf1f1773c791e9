import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** A real SMTP server, which keeps what it accepted and fails on demand. */
export type PostOffice = {
  /** For SMTP_URL. */
  url: string
  accepted: () => Received[]
  /** How the next deliveries end; later ones succeed. */
  next: (...how: Failure[]) => void
  /** Called with each accepted message, before the sender is told. */
  onAccepted: (act: () => void) => void
  close: () => Promise<void>
}

export type Received = { to: string; messageId: string; raw: string; digest: string }

/**
 * `busy`: refused temporarily; `refused`: the recipient is refused permanently; `torn`: the message is kept, and the connection
 * lost before the reply; `silent`: kept, and never answered.
 */
export type Failure = 'busy' | 'refused' | 'sender_refused' | 'torn' | 'silent'

export const startPostOffice = async (): Promise<PostOffice> => {
  const accepted: Received[] = []
  const failures: Failure[] = []
  let onAccepted = (): void => {}
  const fails = (how: Failure): boolean => failures[0] === how && failures.shift() !== undefined
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
  const sockets = new Set<{ destroy: () => void }>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_, __, done) => done(fails('sender_refused') ? refusal(550, 'Who are you?') : null),
    onRcptTo: ({ address }, _, done) => {
      if (fails('busy')) done(refusal(451, 'Try again later'))
      else if (fails('refused')) done(refusal(550, `<${address}>: No such person here`))
      else done()
    },
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        accepted.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
          raw,
          digest: createHash('sha256').update(raw).digest('hex'),
        })
        onAccepted()
        if (fails('silent')) return
        if (fails('torn')) for (const socket of sockets) socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted: () => [...accepted],
    next: (...how) => failures.push(...how),
    onAccepted: (act) => {
      onAccepted = act
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
