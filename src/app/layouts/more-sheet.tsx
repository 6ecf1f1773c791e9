import { IconLogout } from '@tabler/icons-react'
import type { NavigationGroup } from '#src/app/navigation.ts'
import { useShellPorts } from '#src/app/shell-ports.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { NavigationAction, NavigationList } from './navigation-list.tsx'

type MoreSheetProps = {
  open: boolean
  onClose: () => void
  groups: readonly NavigationGroup[]
  pattern: string | undefined
}

export function MoreSheet({ open, onClose, groups, pattern }: MoreSheetProps) {
  const { InstallButton, onSignOut } = useShellPorts()
  return (
    <Sheet open={open} onClose={onClose} title="More">
      <nav aria-label="More">
        <NavigationList groups={groups} pattern={pattern} onNavigate={onClose} />
      </nav>
      {InstallButton ? <InstallButton /> : null}
      {onSignOut ? (
        <NavigationAction
          label="Sign out"
          icon={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => {
            onClose()
            onSignOut()
          }}
        />
      ) : null}
    </Sheet>
  )
}
