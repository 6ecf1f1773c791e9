import { MantineProvider, useComputedColorScheme } from '@mantine/core'
import './tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './base.css'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { appearanceManager } from './appearance.ts'
import { type CompanyColours, companyTheme, SURFACES } from './company-theme.ts'
import { mantineTheme } from './mantine-theme.ts'

const colorSchemeManager = appearanceManager()

export type ThemeProviderProps = {
  /** 'test' turns transitions and portals off. */
  env?: 'default' | 'test'
  children: ReactNode
}

/** Mount once, at the root. */
export function ThemeProvider({ env = 'default', children }: ThemeProviderProps) {
  return (
    <MantineProvider
      theme={mantineTheme}
      env={env}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

/** Also colours the device's bar. Set on the root element's style, which the Content-Security-Policy allows. */
export function CompanyTheme({ company }: { company: CompanyColours | undefined }) {
  const scheme = useComputedColorScheme('light')
  const variables = useMemo(() => company && companyTheme(company)[scheme], [company, scheme])
  useLayoutEffect(() => {
    if (!variables) return
    const style = document.documentElement.style
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(variables)) style.removeProperty(name)
    }
  }, [variables])
  const bar = variables?.['--bar'] ?? SURFACES[scheme].surface
  useLayoutEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar)
  }, [bar])
  return null
}
