import { Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Button } from '#src/ui/action/button.tsx'
import { useUserActionLocked } from '#src/ui/action/user-action-lock.ts'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import { reloadByHand } from '#src/ui/reload-guard.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

// Exact texts of the specification, section 2.
const NOT_FOUND_TITLE = 'Page Not Found'
const FATAL_MESSAGE = 'The page you are looking for does not exist.'

const loadAnimation = () => import('#src/ui/animation/page-not-found.json').then((file) => file.default)

type ErrorViewProps = {
  /** The words; by default those of an error. */
  message?: string
  /** Loads the page at `/` by default: the failure may have left bad state. */
  onReturnHome?: () => void
}

export function ErrorView({ message = FATAL_MESSAGE, onReturnHome = loadHome }: ErrorViewProps) {
  // Do not leave an order while it is being sent.
  const locked = useUserActionLocked()
  useDocumentTitle(`${NOT_FOUND_TITLE} · Trolly`)
  return (
    <Stack
      align="center"
      gap={12}
      maw="26rem"
      mx="auto"
      px={16}
      py={40}
      ta="center"
      c="dimmed"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Illustration source={loadAnimation} />
      404
      <h1 tabIndex={-1} style={{ color: 'var(--ink)' }}>
        {NOT_FOUND_TITLE}
      </h1>
      <p>{message}</p>
      <Button variant="filled" disabled={locked} loading={locked} onClick={onReturnHome}>
        Return Home
      </Button>
    </Stack>
  )
}

/** At `/` already, this is a reload. */
const loadHome = (): void => {
  if (window.location.pathname === '/') void reloadByHand()
  else window.location.assign('/')
}

/** The shell or the start failed, so this uses neither. */
export function FailedApp() {
  return (
    <ThemeProvider>
      <main style={{ display: 'grid', alignContent: 'center', minHeight: '100dvh' }}>
        <ErrorView />
      </main>
    </ThemeProvider>
  )
}
