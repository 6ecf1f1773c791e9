import { customers } from '#contract/customers.ts'
import type { Customer } from '#domain/customer.ts'
import { CUSTOMERS_LISTED_WITHOUT_SEARCH } from '#domain/customer.ts'
import { CUSTOMER_LOOKUP_RETRY_DELAY_MS, looksUpCustomersAgain } from '#domain/customer-choice.ts'
import type { ApiClient } from '#src/api/client.ts'

export type CustomersFound = { data: Customer[]; total: number }

/** Retries an empty result twice, since an account may be a moment old (specification, section 4). @throws ApiError */
export const lookUpCustomers = async (
  api: ApiClient,
  wait: (delayMs: number) => Promise<void>,
): Promise<CustomersFound> => {
  for (let retries = 0; ; retries++) {
    const { data, total } = await api.call(customers.search, {
      body: { page: 1, pageLength: CUSTOMERS_LISTED_WITHOUT_SEARCH },
    })
    if (!looksUpCustomersAgain(total, retries)) return { data, total }
    await wait(CUSTOMER_LOOKUP_RETRY_DELAY_MS)
  }
}
