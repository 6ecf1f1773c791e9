import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Customer } from '#domain/customer.ts'
import { customerChoice } from '#domain/customer-choice.ts'
import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { customerQuery, customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUser, useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { type Choice, changeChoice, forgetChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { chooseCustomer } from './choose-customer.ts'

/** Chooses a user's only or default customer, refreshes the chosen one's terms and drops it once no longer allowed. Mount once. */
export const useCustomerUpkeep = (): void => {
  const api = useApi()
  const device = useUserDevice()
  const choice = useChoice().value
  // A new sign-in begins with the account that the person has made the default.
  const usual = useUser().default_customer ?? undefined
  const chosenId = choice === null ? usual : choice?.customer.id

  const all = useQuery({ ...customersQuery(api), enabled: choice === null }).data
  const [only] = all?.data ?? []
  useEffect(() => {
    if (choice === null && all && only && customerChoice(all.total) === 'automatic')
      void chooseCustomer(device, only)
  }, [choice, all, only, device])

  const chosen = useQuery({ ...customerQuery(api, chosenId ?? ''), enabled: chosenId !== undefined })
  const lost = chosen.error instanceof ApiError && chosen.error.code === 'customer_not_found'
  const told = chosen.data
  const differs = told !== undefined && choice?.customer.id === told.id && !isSame(choice.customer, told)
  useEffect(() => {
    if (choice === null && told) void chooseCustomer(device, told)
    else if (differs) void device.keep(() => changeChoice(device.database, { customer: told }))
    else if (lost) void device.keep(() => forgetChoice(device.database))
  }, [choice, differs, lost, told, device])
  useOnStopMessage(choice)
}

/** The account on stop that each user was last told of. */
const toldOnStop = new WeakMap<UserDatabase, string>()

/** Says that the account is on stop as it is chosen, at sign-in, and as soon as it becomes so, such as at a refused order. */
const useOnStopMessage = (choice: Choice | undefined | null): void => {
  const { database } = useUserDevice()
  const customer = choice?.customer
  useEffect(() => {
    if (customer === undefined) return
    if (!customer.onStop) toldOnStop.delete(database)
    else if (toldOnStop.get(database) !== customer.id) {
      toldOnStop.set(database, customer.id)
      // A success message of the specification, section 8, though not good news.
      notifications.show({
        message: MESSAGES.onStop,
        statusColor: 'success',
        icon: 'alert',
        showInProduction: true,
      })
    }
  }, [database, customer])
}

const isSame = (one: Customer, other: Customer): boolean =>
  (Object.keys(other) as (keyof Customer)[]).every(
    // Its discounts are objects.
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  )
