import { chmod, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

export type Letter = {
  messageId: string
  writtenAt: Date
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** For a file's name. */
  name: string
}

export type Postbox = {
  /** @returns where it went. @throws the transport's error: see `isRefusedForGood` */
  send: (letter: Letter) => Promise<string>
}

/** Together less than an attempt's time in mail-rounds.ts. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Sends by SMTP, or writes files in `DATA_DIR/mail` where no server is set. */
export const openPostbox = ({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): Postbox =>
  smtpUrl === undefined ? filesIn(join(dataDir, 'mail')) : smtpAt(smtpUrl)

/** Loaded with the first mail: a start does not wait for it. */
const nodemailer = () => import('nodemailer')

const smtpAt = (url: string): Postbox => ({
  send: async (letter) => {
    const { createTransport } = await nodemailer()
    await createTransport({ url, ...TIMEOUTS }).sendMail(messageOf(letter))
    return letter.to
  },
})

const filesIn = (folder: string): Postbox => ({
  send: async (letter) => {
    const { createTransport } = await nodemailer()
    const transport = createTransport({ streamTransport: true, buffer: true })
    const { message } = await transport.sendMail(messageOf(letter))
    if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const path = join(folder, `${letter.name}.eml`)
    // Never half a file, and none twice.
    const file = await open(`${path}.part`, 'w', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
    return path
  },
})

const messageOf = ({ messageId, writtenAt, from, to, subject, text, html }: Letter) => ({
  messageId,
  date: writtenAt,
  from,
  to,
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/**
 * Whether sending it again is of no use: the recipient or the message was refused with 5xx. A refusal of our sign-in or
 * sender is not: that is put right on our side.
 */
export const isRefusedForGood = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
