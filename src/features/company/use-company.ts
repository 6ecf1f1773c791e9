import { useQuery } from '@tanstack/react-query'
import type { CompanyConfig } from '#contract/config.ts'
import { useApi } from '#src/device/device-context.tsx'
import { companyQuery } from './company-query.ts'

/** undefined: not told yet, by nobody; the product's own name and colours stand until then. */
export const useCompany = (): CompanyConfig['general'] | undefined => {
  const api = useApi()
  return useQuery(companyQuery(api)).data?.general
}
