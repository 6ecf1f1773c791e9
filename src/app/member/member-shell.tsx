import { type ComponentProps, lazy, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Shell } from '#src/app/layouts/shell.tsx'
import { ShellNavigation } from '#src/app/layouts/shell-navigation.tsx'
import { TopLine } from '#src/app/layouts/top-line.tsx'
import { mainNavigation, moreNavigation, routesShown } from '#src/app/navigation.ts'
import type { ShellProps } from '#src/app/session.ts'
import { useDevice, useUser } from '#src/device/device-context.tsx'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { useSettings } from '#src/device/use-settings.ts'
import { useStorageTrouble } from '#src/device/use-storage-state.ts'
import { useMaintenance } from '#src/features/company/company-context.tsx'
import { InstallBanner, InstallButton, useWasInstallable } from '#src/features/install/install-context.tsx'
import { useRefusals } from '#src/features/status/use-refusals.ts'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { useDraftUpkeep } from '#src/features/trolly/use-draft.ts'
import type { BrowserSettings } from '#src/store/device/browser-settings.ts'
import { Late } from '#src/ui/surface/late.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'
import { OrderingFor } from './ordering-for.tsx'

// Within a sheet that waits for them; few devices ever have such questions.
const DecisionCard = lazy(async () => ({
  default: (await import('#src/features/decisions/decision-card.tsx')).DecisionCard,
}))
const HeldCard = lazy(async () => ({
  default: (await import('#src/features/decisions/held-card.tsx')).HeldCard,
}))
const MaintenanceBanner = lazy(async () => ({
  default: (await import('#src/features/company/maintenance-banner.tsx')).MaintenanceBanner,
}))
const StorageBanner = lazy(async () => ({
  default: (await import('#src/features/status/storage-banner.tsx')).StorageBanner,
}))
// Few people ask for either.
const SignOutQuestion = lazy(async () => ({
  default: (await import('#src/features/session/sign-out-question.tsx')).SignOutQuestion,
}))
const HidingMenus = lazy(async () => ({
  default: (await import('#src/app/layouts/hiding-menus.tsx')).HidingMenus,
}))
const TypedScans = lazy(async () => ({ default: (await import('./typed-scans.tsx')).TypedScans }))
const LaneQuestions = lazy(async () => ({ default: (await import('./lane-questions.tsx')).LaneQuestions }))

/** Layouts: specification, section 2. The checkout is one task, so no bottom bar distracts from it. */
export function MemberShell({ layout, pattern, banner, children }: ShellProps) {
  const { settings: stored } = useDevice()
  const settings = useSettings()
  // Already applied; if saving fails it lasts as long as the page.
  const change = (changed: Partial<BrowserSettings>) => void stored.change(changed).catch(() => {})
  const wasInstallable = useWasInstallable(useLocation().pathname)
  const [leaving, setLeaving] = useState(false)
  useRefusals()
  const hasStorageTrouble = useStorageTrouble()
  const isMaintenancePlanned = useMaintenance() !== undefined
  const hasNavigation = layout !== 'checkout' && layout !== 'bare'
  return (
    <>
      <Shell
        layout={layout}
        side={!hasNavigation ? undefined : settings.navigationDrawerExpanded ? 'wide' : 'narrow'}
        top={
          layout === 'bare' ? null : (
            <TopLine
              kind={hasNavigation ? 'drawer' : 'full'}
              context={<OrderingFor />}
              status={<WorkLine Decision={DecisionCard} Held={HeldCard} Questions={LaneQuestions} />}
            />
          )
        }
        navigation={
          hasNavigation && (
            <Navigation
              pattern={pattern}
              settings={settings}
              onChange={change}
              install={settings.displayPWAButtonInsideOfNavigationDrawer && <InstallButton />}
              onSignOut={() => setLeaving(true)}
            />
          )
        }
        banners={
          <>
            {banner}
            {isMaintenancePlanned ? (
              <Late waiting={null} failed={null}>
                <MaintenanceBanner />
              </Late>
            ) : null}
            {hasStorageTrouble ? (
              <Late waiting={null}>
                <StorageBanner />
              </Late>
            ) : null}
          </>
        }
        install={
          <InstallBanner
            wanted={wasInstallable && settings.displayPWABannerToUsersOnMobile}
            onDismiss={() => change({ displayPWABannerToUsersOnMobile: false })}
          />
        }
      >
        {children}
      </Shell>
      <Late waiting={null} wanted={!settings.alwaysShowNavigationMenus} failed={null}>
        <HidingMenus />
      </Late>
      <Late waiting={null} failed={null}>
        <TypedScans />
      </Late>
      <LateSheet open={leaving} onClose={() => setLeaving(false)}>
        <SignOutQuestion onClose={() => setLeaving(false)} />
      </LateSheet>
    </>
  )
}

/** Apart from the shell, which each change of the current trolly or its day would draw again (bench `first-sign-in`). */
function Navigation(props: Omit<ComponentProps<typeof ShellNavigation>, 'main' | 'more'>) {
  return <ShellNavigation {...usePlaces()} {...props} />
}

function usePlaces() {
  const user = useUser()
  const { id, lineCount = 0 } = useOrderingFor().value?.trolly ?? {}
  const draftId = useDraftUpkeep()
  return useMemo(() => {
    const trolly = id === undefined ? undefined : { id, lineCount }
    const allowed = routesShown(user)
    return { main: mainNavigation({ allowed, trolly, draftId }), more: moreNavigation(allowed) }
  }, [user, id, lineCount, draftId])
}
