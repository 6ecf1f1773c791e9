import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createApiClient } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { DeviceProvider } from '#src/device/device-context.tsx'
import { Screen } from '#src/screens/index.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { createLateDevice } from './late-device.ts'
import { LAYOUTS } from './layouts/layouts.ts'
import { Shell } from './layouts/shell.tsx'
import { SessionProvider } from './session-context.ts'
import { NO_PORTS, ShellPortsProvider } from './shell-ports.ts'

/** The landing page as a visitor first sees it, as markup: run while the client is built (scripts/vite/landing-page.ts). */
export const renderLanding = (): string => {
  const device = createLateDevice({
    visitorApi: createApiClient({
      token: () => undefined,
      pause: createPause(Date.now),
      onForcedSignOut: () => {},
    }),
    load: () => Promise.reject(new Error('There is no device where pages are built')),
  })
  return renderToString(
    <StaticRouter location="/">
      <DeviceProvider device={device}>
        <SessionProvider value={{ status: 'signed-out', user: undefined }}>
          <ShellPortsProvider value={NO_PORTS}>
            <ThemeProvider>
              <Shell layout={LAYOUTS.anonymous} routes={[]}>
                <Screen />
              </Shell>
            </ThemeProvider>
          </ShellPortsProvider>
        </SessionProvider>
      </DeviceProvider>
    </StaticRouter>,
  )
}
