import { and, asc, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { dismissals } from '#server/db/schema/dismissals.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'

export type DismissalOf = { customerId: string; product_no: string }

/** Dismissed again, it takes the new time: an order may have been placed since. @returns whether there is such a product */
export const insertDismissal = async (
  connection: Connection,
  dismissal: DismissalOf,
  dismissedAt: Date,
): Promise<boolean> => {
  const known = await connection
    .select({ product_no: products.product_no })
    .from(products)
    .where(eq(products.product_no, dismissal.product_no))
  if (known.length === 0) return false
  await connection
    .insert(dismissals)
    .values({ ...dismissal, dismissedAt })
    .onConflictDoUpdate({
      target: [dismissals.customerId, dismissals.product_no],
      set: { dismissedAt },
    })
  return true
}

export const deleteDismissal = async (
  connection: Connection,
  { customerId, product_no }: DismissalOf,
): Promise<void> => {
  await connection
    .delete(dismissals)
    .where(and(eq(dismissals.customerId, customerId), eq(dismissals.product_no, product_no)))
}

/** More than anybody reads. */
const DISMISSALS_MOST = 5_000

export const findDismissals = (
  database: Database,
  customerId: string,
): Promise<{ product_no: string; dismissedAt: Date }[]> =>
  database
    .select({ product_no: dismissals.product_no, dismissedAt: dismissals.dismissedAt })
    .from(dismissals)
    .where(eq(dismissals.customerId, customerId))
    .orderBy(desc(dismissals.dismissedAt), asc(dismissals.product_no))
    .limit(DISMISSALS_MOST)
