import { localStorageColorSchemeManager, MantineProvider, useComputedColorScheme } from '@mantine/core'
import './tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './base.css'
import { type ReactNode, useLayoutEffect } from 'react'
import { type CompanyColours, companyTheme } from './company-theme.ts'
import { mantineTheme } from './mantine-theme.ts'

/** public/before-start.js reads it too. */
export const APPEARANCE_KEY = 'trolly-appearance'

const colorSchemeManager = localStorageColorSchemeManager({ key: APPEARANCE_KEY })

type ThemeProviderProps = {
  company?: CompanyColours | undefined
  /** 'test' turns transitions and portals off. */
  env?: 'default' | 'test'
  children: ReactNode
}

/** Mount once, at the root. */
export function ThemeProvider({ company, env = 'default', children }: ThemeProviderProps) {
  return (
    <MantineProvider
      theme={mantineTheme}
      env={env}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <CompanyTheme company={company} />
      {children}
    </MantineProvider>
  )
}

/** Also colours the device's bar. Set on the root element's style, which the Content-Security-Policy allows. */
function CompanyTheme({ company }: Pick<ThemeProviderProps, 'company'>) {
  const scheme = useComputedColorScheme('light')
  useLayoutEffect(() => {
    const variables = companyTheme(company)[scheme]
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty(name, value)
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', variables['--bar'] ?? '')
  }, [company, scheme])
  return null
}
