import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { CompanyConfig } from '#contract/config.ts'
import type { ApiClient } from '#src/api/client.ts'
import { companyQuery } from './company-query.ts'

const CompanyContext = createContext<CompanyConfig['general'] | undefined>(undefined)

/** Asks for the company once, for visitors and members alike: above both, since it outlives a session. */
export function CompanyProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  return <CompanyContext value={useQuery(companyQuery(api)).data?.general}>{children}</CompanyContext>
}

/** undefined: not known yet; the product's own name and colours do until then. */
export const useCompany = (): CompanyConfig['general'] | undefined => useContext(CompanyContext)
