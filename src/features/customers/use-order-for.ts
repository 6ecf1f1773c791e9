import { useQueryClient } from '@tanstack/react-query'
import { customerQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { chooseCustomer } from './choose-customer.ts'

/** Begins to order for an account of which only the number is known. Rejects if the account cannot be read. */
export const useOrderFor = () => {
  const api = useApi()
  const device = useUserDevice()
  const client = useQueryClient()
  return async (customerId: string): Promise<boolean> =>
    chooseCustomer(device, await client.fetchQuery(customerQuery(api, customerId)))
}
