import { and, eq, gt, lte } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { JoiningMailKind } from '#domain/joining-mail.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import type { Connection } from '#server/db/transaction.ts'
import { insertMails } from '#server/features/mail/mail-queue.repository.ts'
import type { JoiningMail } from './joining-mail.ts'

/** Anybody can have these sent to anyone, so each address gets few. The office gets all of its own. */
const ONCE_WITHIN_MS: Partial<Record<JoiningMailKind, number>> = {
  address_in_use: DAY_MS,
  account_request: HOUR_MS,
  postcode_request: HOUR_MS,
}

/** In the transaction of what they tell. */
export const writeJoiningMails = async (
  connection: Connection,
  mails: readonly JoiningMail[],
  now: Date,
): Promise<void> => {
  for (const { kind, to: recipient, content } of mails)
    if (!(await wasWritten(connection, { kind, recipient, now })))
      await insertMails(connection, [{ kind, recipient, content }], now)
}

const wasWritten = async (
  connection: Connection,
  { kind, recipient, now }: { kind: JoiningMailKind; recipient: string; now: Date },
): Promise<boolean> => {
  const withinMs = ONCE_WITHIN_MS[kind]
  if (withinMs === undefined) return false
  const found = await connection
    .select({ id: mailQueue.id })
    .from(mailQueue)
    .where(
      and(
        eq(mailQueue.kind, kind),
        eq(mailQueue.recipient, recipient),
        gt(mailQueue.writtenAt, new Date(now.getTime() - withinMs)),
        // A later moment was written before the clock was put back.
        lte(mailQueue.writtenAt, now),
      ),
    )
    .limit(1)
  return found.length > 0
}
