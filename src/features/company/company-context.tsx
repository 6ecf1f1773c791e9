import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { type CompanyConfig, config } from '#contract/config.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

const CompanyContext = createContext<CompanyConfig | undefined>(undefined)

/** Loads the company above both trees, since it outlives a session. */
export function CompanyProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  return <CompanyContext value={useQuery(companyQuery(api)).data}>{children}</CompanyContext>
}

/** undefined while unknown: use the product's name and colours. */
export const useCompany = (): CompanyConfig['general'] | undefined => useContext(CompanyContext)?.general

export const useCompanyName = (): string => useCompany()?.company_name ?? 'Trolly'

/** undefined where there is none, and until that is known. */
export const useAnnouncement = (): string | undefined => useContext(CompanyContext)?.announcement ?? undefined

/** undefined where none is planned, and until that is known. */
export const useMaintenance = (): NonNullable<CompanyConfig['maintenance']> | undefined =>
  useContext(CompanyContext)?.maintenance ?? undefined

/** Stripe's publishable key; undefined where cards are not accepted, and until that is known. */
export const useCardKey = (): string | undefined => useContext(CompanyContext)?.card_key ?? undefined

/** Kept on the device, so that its colours show at once. */
const companyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.config(),
    queryFn: ({ signal }) => api.call(config.get, { signal }),
    staleTime: 10 * 60_000,
  })
