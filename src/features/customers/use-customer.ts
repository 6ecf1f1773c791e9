import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#domain/customer.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { customerQuery, customersQuery } from './customer-queries.ts'

/** The chosen customer from this device, others from the server or its last list. undefined: unknown or not loaded. */
export const useCustomer = (customerId: string): Customer | undefined => {
  const api = useApi()
  const { state, value: choice } = useChoice()
  const isChosen = choice?.customer.id === customerId
  const told = useQuery({
    ...customerQuery(api, customerId),
    enabled: state === 'ready' && !isChosen,
  }).data
  const listed = useQuery({ ...customersQuery(api), enabled: false }).data
  if (isChosen) return choice.customer
  return told ?? listed?.data.find(({ id }) => id === customerId)
}
