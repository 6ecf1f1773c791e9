import { and, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Customer } from '#domain/customer.ts'
import type { DeliveryDaysInput } from '#domain/delivery-days.ts'
import type { Discount } from '#domain/discounts.ts'
import type { OrderAddress } from '#domain/order.ts'
import type { Database } from '#server/db/database.ts'
import { customers, holidays } from '#server/db/schema/customers.ts'
import { customerUsers } from '#server/db/schema/users.ts'
import { prepared } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'
import { CREDIT_LEFT_PENCE } from './credit.repository.ts'
import { discountsSql } from './discounts-sql.ts'
import { routeChargeSql } from './route-charge-sql.ts'

export type CustomerViewer = { userId: string; isStaff: boolean }

/** The server itself, which mails and exports what anybody ordered. */
export const NO_USER: CustomerViewer = { userId: '00000000-0000-0000-0000-000000000000', isStaff: true }

export type CustomerRoute = Pick<
  DeliveryDaysInput,
  'deliveryWeekdays' | 'cutOffTime' | 'cutOffDaysBefore'
> & {
  holidays: string[]
}

/** The contract's Customer. */
export const CUSTOMER_COLUMNS = {
  id: customers.id,
  name: customers.name,
  accountKind: customers.accountKind,
  town: customers.town,
  postcode: customers.postcode,
  onStop: customers.onStop,
  creditLeftPence: CREDIT_LEFT_PENCE,
  priceListId: customers.priceListId,
  minimumOrderPence: customers.minimumOrderPence,
  maximumOrderPence: customers.maximumOrderPence,
  freeDeliveryPence: customers.freeDeliveryPence,
  deliveryChargePence: sql<number>`${sql.raw(routeChargeSql('customers.postcode'))}`,
  mandatoryCategory: customers.mandatoryCategory,
  ageRestrictedAllowed: customers.ageRestrictedAllowed,
  discounts: sql<Discount[]>`${sql.raw(discountsSql('customers'))}`,
}

/** undefined, which restricts nothing, for staff. */
export const customerVisibleTo = (
  executor: Database | Connection,
  { userId, isStaff }: Pick<CustomerViewer, 'isStaff'> & { userId: string | Placeholder },
  customerId: PgColumn,
): SQL | undefined =>
  isStaff
    ? undefined
    : inArray(
        customerId,
        executor
          .select({ id: customerUsers.customerId })
          .from(customerUsers)
          .where(eq(customerUsers.userId, userId)),
      )

/** A prepared statement, for users and for staff. */
export const preparedForViewers = <Result>(
  name: string,
  build: (
    executor: Database | Connection,
    isVisible: (customerId: PgColumn) => SQL | undefined,
  ) => ReturnType<Parameters<typeof prepared<Result>>[1]>,
) => {
  const forViewers = (isStaff: boolean) =>
    prepared(isStaff ? `${name}_by_staff` : name, (executor) =>
      build(executor, (customerId) =>
        customerVisibleTo(executor, { userId: sql.placeholder('userId'), isStaff }, customerId),
      ),
    )
  const [byUser, byStaff] = [forViewers(false), forViewers(true)]
  return (
    executor: Database | Connection,
    { userId, isStaff }: CustomerViewer,
    values: Record<string, unknown>,
  ): Promise<Result> => (isStaff ? byStaff : byUser)(executor, { ...values, userId })
}

/** For searches by text, which read no other customer's rows. undefined, which restricts nothing, for staff. */
export const findVisibleCustomerIds = async (
  executor: Database | Connection,
  { userId, isStaff }: CustomerViewer,
): Promise<string[] | undefined> =>
  isStaff
    ? undefined
    : (
        await executor
          .select({ id: customerUsers.customerId })
          .from(customerUsers)
          .where(eq(customerUsers.userId, userId))
      ).map(({ id }) => id)

export type FoundCustomer = { customer: Customer; route: CustomerRoute; address: OrderAddress }

const find = preparedForViewers('customer_find', (executor, isVisible) =>
  executor
    .select({
      ...CUSTOMER_COLUMNS,
      deliveryWeekdays: customers.deliveryWeekdays,
      cutOffTime: customers.cutOffTime,
      cutOffDaysBefore: customers.cutOffDaysBefore,
      addressLines: customers.addressLines,
      contactPhone: customers.contactPhone,
      holidays: sql<
        string[]
      >`ARRAY(SELECT to_char(${holidays.day}, 'YYYY-MM-DD') FROM ${holidays} WHERE NOT ${holidays.deleted})`,
    })
    .from(customers)
    .where(and(eq(customers.id, sql.placeholder('id')), isVisible(customers.id))),
)

/** Undefined for a missing customer and another user's alike, so that strangers cannot tell. */
export const findCustomer = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
  id: string,
): Promise<FoundCustomer | undefined> => {
  const [row] = await find(executor, viewer, { id })
  if (row === undefined) return undefined
  const {
    deliveryWeekdays,
    cutOffTime,
    cutOffDaysBefore,
    holidays: days,
    addressLines,
    contactPhone,
    ...customer
  } = row
  const { name, town, postcode } = customer
  return {
    customer,
    route: { deliveryWeekdays, cutOffTime, cutOffDaysBefore, holidays: days },
    address: { name, contactName: '', contactPhone, addressLines, town, postcode, accessNotes: '' },
  }
}
