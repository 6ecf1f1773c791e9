import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { lookUpCustomers } from './look-up-customers.ts'

/** Kept on the device: an account can be changed without signal. */
export const customersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.customers(),
    queryFn: () => lookUpCustomers(api, waitMs),
    gcTime: Number.POSITIVE_INFINITY,
  })

const SEARCH_PAGE_LENGTH = 24

/** Asked for by the person: what the server says to them counts (design, decision 10). */
export const customerSearchQuery = (api: ApiClient, text: string) =>
  queryOptions({
    queryKey: queryKeys.customerSearch(text),
    queryFn: ({ signal }) =>
      api.call(customers.search, {
        body: { queryString: text, page: 1, pageLength: SEARCH_PAGE_LENGTH },
        signal,
      }),
    // What was found before stays until the next answer is here.
    placeholderData: keepPreviousData,
  })

/** The terms of one customer, as the office has them now. */
export const customerQuery = (api: ApiClient, customerId: string) =>
  queryOptions({
    queryKey: queryKeys.customer(customerId),
    queryFn: ({ signal }) =>
      api.call(customers.get, { params: { id: customerId }, background: true, signal }),
  })

const waitMs = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, delayMs)
  })
