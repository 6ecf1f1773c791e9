import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type CompanyConfig, config } from '#contract/config.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

type Company = { config: CompanyConfig | undefined; readAgain: () => void }

const CompanyContext = createContext<Company>({ config: undefined, readAgain: () => {} })

/** Loads the company above both trees, since it outlives a session. */
export function CompanyProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  const { data: config, refetch } = useQuery(companyQuery(api))
  const company = useMemo(() => ({ config, readAgain: () => void refetch() }), [config, refetch])
  return <CompanyContext value={company}>{children}</CompanyContext>
}

/** After it was changed on this device. */
export const useReadCompanyAgain = (): (() => void) => useContext(CompanyContext).readAgain

/** undefined while unknown: use the product's name and colours. */
export const useCompany = (): CompanyConfig['general'] | undefined =>
  useContext(CompanyContext).config?.general

export const useCompanyName = (): string => useCompany()?.company_name ?? 'Trolly'

/** undefined where there is none, and until that is known. */
export const useAnnouncement = (): string | undefined =>
  useContext(CompanyContext).config?.announcement ?? undefined

/** undefined where none is planned, and until that is known. */
export const useMaintenance = (): NonNullable<CompanyConfig['maintenance']> | undefined =>
  useContext(CompanyContext).config?.maintenance ?? undefined

/** Stripe's publishable key; undefined where cards are not accepted, and until that is known. */
export const useCardKey = (): string | undefined => useContext(CompanyContext).config?.card_key ?? undefined

/** How long an open page may not know of what the company tells, such as that it closes. */
const TOLD_WITHIN_MS = 10 * 60_000

/** Kept on the device, so that its colours show at once. */
const companyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.config(),
    queryFn: ({ signal }) => api.call(config.get, { signal }),
    staleTime: TOLD_WITHIN_MS,
    refetchInterval: TOLD_WITHIN_MS,
  })
