import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { lookUpCustomers } from './look-up-customers.ts'

/** Kept on the device, to change the account offline. */
export const customersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.customers(),
    queryFn: () => lookUpCustomers(api, waitMs),
  })

const SEARCH_PAGE_LENGTH = 24

export const customerSearchQuery = (api: ApiClient, text: string) =>
  queryOptions({
    queryKey: queryKeys.customerSearch(text),
    queryFn: ({ signal }) =>
      api.call(customers.search, {
        body: { queryString: text, page: 1, pageLength: SEARCH_PAGE_LENGTH },
        signal,
      }),
    meta: { opened: true },
    // Keep earlier results until the next answer.
    placeholderData: keepPreviousData,
  })

export const customerQuery = (api: ApiClient, customerId: string) =>
  queryOptions({
    queryKey: queryKeys.customer(customerId),
    queryFn: ({ signal }) => api.call(customers.get, { params: { id: customerId }, signal }),
  })

const waitMs = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, delayMs)
  })
