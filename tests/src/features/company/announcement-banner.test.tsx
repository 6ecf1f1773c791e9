import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { config } from '#contract/config.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { AnnouncementBanner } from '#src/features/company/announcement-banner.tsx'
import { CompanyProvider } from '#src/features/company/company-context.tsx'
import { MenuSettings } from '#src/features/settings/menu-settings.tsx'
import { aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

const CLOSED = 'We’re closed on Monday. Order by noon on Saturday.'

const show = (test: TestDevice, announcement: string | null) => {
  test.server.on(config.get, () => ({ announcement }) as never)
  const replies = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  replies.setQueryData(queryKeys.config(), { announcement })
  return renderOn(
    test,
    <CompanyProvider api={test.server.api}>
      <AnnouncementBanner />
      <MenuSettings />
    </CompanyProvider>,
    { replies },
  )
}
const banner = () => screen.queryByText(CLOSED)

it('is shown until dismissed, and the next one is shown again', async () => {
  const test = aTestDevice()
  const { unmount } = show(test, CLOSED)
  expect(banner()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss announcement' }))
  expect(banner()).toBeNull()
  unmount()
  const again = show(test, CLOSED)
  expect(banner()).toBeNull()
  again.unmount()
  show(test, 'Our new price list is out.')
  expect(screen.getByText('Our new price list is out.')).toBeDefined()
})

it('is turned off and on by the setting, which also brings a dismissed one back', async () => {
  const test = aTestDevice()
  show(test, CLOSED)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss announcement' }))
  const setting = screen.getByRole('switch', { name: /^Announcements on the home page/ })
  expect(setting).toHaveProperty('checked', true)
  await userEvent.click(setting)
  expect(test.device.settings.get().userWantsToSeeCustomersAnnouncementBanner).toBe(false)
  expect(banner()).toBeNull()
  await userEvent.click(setting)
  expect(banner()).not.toBeNull()
})

it('shows nothing where the company has nothing to say', () => {
  show(aTestDevice(), null)
  expect(screen.queryByRole('button', { name: 'Dismiss announcement' })).toBeNull()
})
