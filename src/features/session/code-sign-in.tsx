import { useMounted } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { isInstalledOnApple } from '#src/features/session/installed.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const CodeSignInForm = lazy(async () => ({
  default: (await import('./code-sign-in-form.tsx')).CodeSignInForm,
}))

/** In the installed app of an iPhone alone, which does not share the browser's storage (docs/decisions/0038). */
export function CodeSignIn() {
  const isShown = useMounted() && isInstalledOnApple(navigator)
  const [open, setOpen] = useState(false)
  if (!isShown) return null
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        Use a code from the browser
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Already signed in in the browser?">
        <CodeSignInForm />
      </Sheet>
    </>
  )
}
