import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#domain/customer.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { customerQuery, customersQuery } from './customer-queries.ts'

/** The chosen customer from this device, others from the server or its last list. undefined: unknown or not loaded. */
export const useCustomer = (customerId: string | undefined): Customer | undefined => {
  const api = useApi()
  const { state, value: choice } = useChoice()
  const chosen = choice?.customer.id === customerId ? choice?.customer : undefined
  const told = useQuery({
    ...customerQuery(api, customerId ?? ''),
    enabled: state === 'ready' && customerId !== undefined && !chosen,
  }).data
  const listed = useQuery({ ...customersQuery(api), enabled: false }).data
  return chosen ?? told ?? listed?.data.find(({ id }) => id === customerId)
}
