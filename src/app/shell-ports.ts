import { type ComponentType, createContext, useContext } from 'react'
import type { CompanyColours } from '#src/ui/theme/company-theme.ts'
import type { Route } from './route.ts'

/**
 * What the shell shows that is not its own: features fill it in (see the two trees), the shell only gives it a place. All
 * of it may be absent: for visitors, before it is known, and in tests.
 */
export type ShellPorts = {
  company: { name: string; colours?: CompanyColours | undefined }
  /** The trolly that one is working on. */
  trolly?: { id: string; lineCount: number } | undefined
  /** The id of the one that the next product would create. */
  preparedId?: string | undefined
  /** Drawer and bottom bar, for someone who is signed in. */
  Navigation?: ComponentType<ShellNavigationProps> | undefined
  /** The account and delivery day with its cut-off, in the top line; opens where they are changed. */
  Context?: ComponentType | undefined
  /** How much of one's work has been sent, in the top line. */
  Status?: ComponentType | undefined
  /** Under the top line: a newer build, a database that does not open, an announcement. */
  Banners?: ComponentType | undefined
  /** In the drawer and the sheet "More". */
  InstallButton?: ComponentType | undefined
  /** Above a phone's page. */
  InstallBanner?: ComponentType | undefined
  /** Saved browser settings (specification section 3). */
  settings: ShellSettings
  onSignOut?: (() => unknown) | undefined
}

/** What both trees show alike. */
export type CommonPorts = Pick<ShellPorts, 'company' | 'Banners'>

export type ShellNavigationProps = {
  routes: readonly Route[]
  /** Pattern of the route that is shown; undefined for none of them. */
  pattern: string | undefined
}

export type ShellSettings = {
  navigationDrawerExpanded: boolean
  /** Keys without Ctrl, such as `/` and `g h`; whoever dictates turns them off. */
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
