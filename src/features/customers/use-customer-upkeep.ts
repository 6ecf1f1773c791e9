import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Customer } from '#domain/customer.ts'
import { customerChoice } from '#domain/customer-choice.ts'
import { ApiError } from '#src/api/api-error.ts'
import { customerQuery, customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { changeChoice, forgetChoice } from '#src/store/choice.ts'
import { chooseCustomer } from './choose-customer.ts'

/** Chooses a user's only customer, refreshes the chosen one's terms and drops it once no longer allowed. Mount once. */
export const useCustomerUpkeep = (): void => {
  const api = useApi()
  const device = useUserDevice()
  const choice = useChoice().value
  const chosenId = choice?.customer.id

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
    if (differs) void device.keep(() => changeChoice(device.database, { customer: told }))
    else if (lost) void device.keep(() => forgetChoice(device.database))
  }, [differs, lost, told, device])
}

const isSame = (one: Customer, other: Customer): boolean =>
  (Object.keys(other) as (keyof Customer)[]).every((name) => one[name] === other[name])
