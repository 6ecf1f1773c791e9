import { asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { checkInLines, checkInPhotos, checkIns, claimEvents } from '#server/db/schema/check-ins.ts'
import { orders } from '#server/db/schema/orders.ts'
import { creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'
import type { NounBackup } from '#tests/support/sim/nouns.ts'

export type CheckInsOnServer = Awaited<ReturnType<typeof readCheckInsOnServer>>

/** An account's check-ins with all that belongs to them, in the order of their claims, and its bills. */
export const readCheckInsOnServer = async (database: Database, customerId: string) => {
  const heads = await database
    .select()
    .from(checkIns)
    .where(inArray(checkIns.orderId, ordersOf(database, customerId)))
    .orderBy(asc(checkIns.claimNo))
  const ids = heads.map(({ id }) => id)
  const bills = await database.select().from(invoices).where(eq(invoices.customerId, customerId))
  const billIds = bills.map(({ id }) => id)
  return {
    heads,
    lines: await database.select().from(checkInLines).where(inArray(checkInLines.checkInId, ids)),
    photos: await database.select().from(checkInPhotos).where(inArray(checkInPhotos.checkInId, ids)),
    events: await database
      .select()
      .from(claimEvents)
      .where(inArray(claimEvents.checkInId, ids))
      .orderBy(asc(claimEvents.place)),
    bills,
    creditLines: await database
      .select()
      .from(creditNoteLines)
      .where(inArray(creditNoteLines.invoiceId, billIds)),
    creditVat: await database.select().from(creditNoteVat).where(inArray(creditNoteVat.invoiceId, billIds)),
  }
}

export const backUpCheckIns = async (database: Database, customerId: string): Promise<NounBackup> => {
  const kept = await readCheckInsOnServer(database, customerId)
  return {
    empty: async () => {
      await database.delete(checkIns).where(inArray(checkIns.orderId, ordersOf(database, customerId)))
      await database.delete(invoices).where(eq(invoices.customerId, customerId))
    },
    fill: async () => {
      const { heads, lines, photos, bills, creditLines, creditVat } = kept
      const events = kept.events.map(({ place: _, ...event }) => event)
      if (bills.length > 0) await database.insert(invoices).values(bills)
      if (creditLines.length > 0) await database.insert(creditNoteLines).values(creditLines)
      if (creditVat.length > 0) await database.insert(creditNoteVat).values(creditVat)
      if (heads.length > 0) await database.insert(checkIns).values(heads)
      if (lines.length > 0) await database.insert(checkInLines).values(lines)
      if (photos.length > 0) await database.insert(checkInPhotos).values(photos)
      if (events.length > 0) await database.insert(claimEvents).values(events)
    },
  }
}

const ordersOf = (database: Database, customerId: string) =>
  database.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customerId))
