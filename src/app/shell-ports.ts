import { type ComponentType, createContext, useContext } from 'react'
import type { CompanyColours } from '#src/ui/theme/company-theme.ts'
import type { Route } from './route.ts'

/** Slots of the shell that features fill. All may be absent: for visitors, before data loads and in tests. */
export type ShellPorts = {
  company: { name: string; colours?: CompanyColours | undefined }
  trolly?: { id: string; lineCount: number } | undefined
  preparedId?: string | undefined
  Navigation?: ComponentType<ShellNavigationProps> | undefined
  /** The account, delivery day and cut-off in the top bar; opens their sheet. */
  Context?: ComponentType | undefined
  /** Sync status in the top bar. */
  Status?: ComponentType | undefined
  /** A newer build, a database that does not open, an announcement. */
  Banners?: ComponentType | undefined
  InstallButton?: ComponentType | undefined
  InstallBanner?: ComponentType | undefined
  settings: ShellSettings
  onSignOut?: (() => unknown) | undefined
}

export type CommonPorts = Pick<ShellPorts, 'company' | 'Banners'>

export type ShellNavigationProps = {
  routes: readonly Route[]
  /** undefined if no route matches. */
  pattern: string | undefined
}

export type ShellSettings = {
  navigationDrawerExpanded: boolean
  /** Such as `/` and `g h`; users of dictation turn them off. */
  singleKeyShortcuts: boolean
  change: (settings: Partial<Omit<ShellSettings, 'change'>>) => void
}

export const NO_PORTS: ShellPorts = {
  company: { name: 'Trolly' },
  settings: {
    navigationDrawerExpanded: true,
    singleKeyShortcuts: true,
    change: () => {},
  },
}

const ShellPortsContext = createContext<ShellPorts>(NO_PORTS)

export const ShellPortsProvider = ShellPortsContext.Provider

export function useShellPorts(): ShellPorts {
  return useContext(ShellPortsContext)
}
