import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import './tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './base.css'
import { type ReactNode, useLayoutEffect } from 'react'
import { type CompanyColours, companyTheme } from './company-theme.ts'
import { mantineTheme } from './mantine-theme.ts'

/** index.html reads it too. */
export const APPEARANCE_KEY = 'trolly-appearance'

/** Set by Mantine, and before it by index.html. */
const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'

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
  useLayoutEffect(() => {
    const root = document.documentElement
    const themes = companyTheme(company)
    const readScheme = () =>
      root.getAttribute(SCHEME_ATTRIBUTE) === 'dark' ? ('dark' as const) : ('light' as const)
    let applied = readScheme()
    const applyTheme = () => {
      applied = readScheme()
      const variables = themes[applied]
      for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', variables['--bar'] ?? '')
    }
    applyTheme()
    const onChange = new MutationObserver(() => {
      // Mantine sets it again as it starts.
      if (readScheme() !== applied) withoutTransitions(root, applyTheme)
    })
    onChange.observe(root, { attributeFilter: [SCHEME_ATTRIBUTE] })
    return () => onChange.disconnect()
  }, [company])
  return null
}

/**
 * Text changes its colour at once: while its background still moved to that of the other scheme, nobody could read it. Whoever
 * changes the scheme: the device at dusk, this page or another tab.
 */
function withoutTransitions(root: HTMLElement, change: () => void): void {
  change()
  root.setAttribute('data-changes-scheme', '')
  // Asking for a size gives every element its new style now, while none may move there.
  root.getBoundingClientRect()
  root.removeAttribute('data-changes-scheme')
}
