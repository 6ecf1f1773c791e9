import fp from 'fastify-plugin'
import { ACCOUNT_MAIL_KINDS, type AccountMailKind } from '#domain/account-mail.ts'
import { isClaimMail } from '#domain/claim-mail.ts'
import { isJoiningMail } from '#domain/joining-mail.ts'
import type { MailWords } from '#domain/mail-words.ts'
import { MAIL_KINDS, type MailKind } from '#domain/order-mail.ts'
import type { StockMailContent } from '#domain/stock-alerts.ts'
import { backoffMs } from '#server/backoff.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { errorText } from '#server/error-text.ts'
import { NO_USER } from '#server/features/customers/visible-customers.repository.ts'
import { findTrackedOrder } from '#server/features/orders/tracked-orders.repository.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import { within } from '#server/within.ts'
import { claimMail, deleteMail, type QueuedMail, setMail } from './mail-queue.repository.ts'
import { isRefusedForGood, type Letter, openPostbox } from './postbox.ts'

const EVERY_MS = 2_000
/** One attempt; claimed for longer, so that no second one begins beside it. */
const SEND_MS = 75_000
const CLAIM_MS = 2 * 60_000
const RETRY = { firstMs: 30_000, mostMs: 4 * 3_600_000 }
/** About three days. */
const ATTEMPTS_MOST = 26

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends all mail that is due, beside other instances. @returns how many were taken up */
    sendMail: () => Promise<number>
  }
}

type Company = { name: string; email: string; colour: string }

export type MailOptions = {
  database: Database
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  companyOf: () => Promise<Company>
  now: () => Date
  /**
   * What a mail to reset a password carries, made anew at each attempt and stored as hashes; undefined where the user may no
   * longer have it.
   */
  newReset: (of: { mailId: string; userId: string; now: Date }) => Promise<NewReset | undefined>
}

type NewReset = { token: string; code: string }

/** Sends what `mail_queue` holds. A mail is sent again, with the same Message-ID, if nobody can know whether it arrived. */
export const mailRounds = fp(
  async (app, { database, config, companyOf, now, newReset }: MailOptions) => {
    const postbox = openPostbox(config)

    const letterOf = async (mail: QueuedMail): Promise<Letter | undefined> => {
      const company = await companyOf()
      const frame = { company, publicUrl: config.publicUrl }
      const written = isAccountMail(mail)
        ? await accountWordsOf(mail, frame)
        : await wordsOf(database, mail, frame)
      if (written === undefined) return undefined
      const { kind, orderId, userId, writtenAt, recipient } = mail
      const about = [kind, orderId ?? userId].filter((part) => part !== null).join('-')
      return {
        ...written,
        messageId: mail.messageId ?? '',
        writtenAt,
        from: config.mailFrom ?? fallbackSender(company),
        to: recipient,
        name: `${writtenAt.toISOString().replaceAll(/[:.]/g, '-')}-${about}-${mail.id}`,
      }
    }

    const accountWordsOf = async (
      { id: mailId, kind, userId, recipient, writtenAt }: AccountMail,
      frame: Frame,
    ) => {
      const secrets = kind === 'password_reset' ? await newReset({ mailId, userId, now: now() }) : {}
      if (secrets === undefined) return undefined
      const { renderAccountMail } = await import('./account-mail.tsx')
      return await renderAccountMail({ kind, email: recipient, now: writtenAt, ...frame, ...secrets })
    }

    const attempt = async (mail: QueuedMail): Promise<void> => {
      const { id, kind, orderId, userId, messageId, attempts } = mail
      const about = { mailId: id, kind, orderId, userId, messageId, attempts }
      try {
        if (mail.recipient === '') throw new NoAddress()
        const letter = await letterOf(mail)
        if (letter === undefined) return await deleteMail(database, id)
        const sentTo = await within(SEND_MS, postbox.send(letter))
        await setMail(database, id, { sentAt: now(), lastError: null })
        app.log.info({ ...about, ...(config.smtpUrl === undefined && { file: sentTo }) }, 'mail sent')
      } catch (error) {
        const lastError = errorText(error)
        const isOver = error instanceof NoAddress || isRefusedForGood(error) || attempts >= ATTEMPTS_MOST
        const outcome = isOver
          ? { givenUpAt: now() }
          : { nextAttemptAt: new Date(now().getTime() + backoffMs(attempts, RETRY)) }
        await setMail(database, id, { lastError, ...outcome })
        if (isOver) app.log.error({ ...about, err: error }, 'mail given up')
        else app.log.warn({ ...about, err: error }, 'mail not sent yet')
      }
    }

    const sendAll = async (isClosing = () => false): Promise<number> => {
      for (let taken = 0; ; taken += 1) {
        if (isClosing()) return taken
        const at = now()
        const until = new Date(at.getTime() + CLAIM_MS)
        const latest = new Date(at.getTime() + RETRY.mostMs)
        const mail = await claimMail(database, { now: at, until, latest, domain: domainOf(config.mailFrom) })
        if (mail === undefined) return taken
        await attempt(mail)
      }
    }
    app.decorate('sendMail', () => sendAll())
    runRounds(app, { name: 'mail', everyMs: EVERY_MS, round: (signal) => sendAll(() => signal.aborted) })
  },
  { name: 'mail-rounds' },
)

class NoAddress extends Error {
  override message = 'Neither the person nor the account has an e-mail address.'
}

/** For files. By SMTP, MAIL_FROM is required. */
const fallbackSender = ({ name, email }: { name: string; email: string }): string =>
  `"${name.replaceAll(/["\\]/g, '')}" <${email === '' ? 'orders@localhost' : email}>`

const domainOf = (mailFrom: string | undefined): string =>
  /@([\w.-]+)/.exec(mailFrom ?? '')?.[1] ?? 'localhost'

const isOrderMail = (kind: QueuedMail['kind']): kind is MailKind => MAIL_KINDS.some((known) => known === kind)

type AccountMail = QueuedMail & { kind: AccountMailKind; userId: string }

const isAccountMail = (mail: QueuedMail): mail is AccountMail =>
  mail.userId !== null && ACCOUNT_MAIL_KINDS.some((known) => known === mail.kind)

type Frame = { company: Company; publicUrl: string | undefined }

/**
 * React takes a quarter of a second to load, which no start should wait for.
 * @returns undefined where the mail is no longer true: another card has paid, or the payment was given up
 */
const wordsOf = async (
  database: Database,
  { kind, orderId, content, writtenAt }: QueuedMail,
  frame: Frame,
): Promise<Pick<Letter, 'subject' | 'html' | 'text'> | undefined> => {
  if (kind === 'back_in_stock') {
    if (content === null) return undefined
    const { renderStockMail } = await import('./stock-mail.tsx')
    return await renderStockMail({ content: content as StockMailContent, ...frame })
  }
  if (isJoiningMail(kind) || isClaimMail(kind)) {
    if (content === null) return undefined
    const { renderWords } = await import('./render-words.ts')
    return await renderWords({ words: content as MailWords, ...frame })
  }
  const order = orderId === null ? undefined : await findTrackedOrder(database, NO_USER, orderId)
  if (order === undefined) return undefined
  if (!isOrderMail(kind)) return undefined
  if (kind === 'payment_declined' && order.status !== 'awaiting_payment') return undefined
  const { renderOrderMail } = await import('./render-order-mail.ts')
  return await renderOrderMail({ kind, order, ...frame, now: writtenAt })
}
