import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { INSTALLING } from '#src/features/about/feature-list.ts'
import { MenuSettings } from '#src/features/settings/menu-settings.tsx'
import { SearchSettings } from '#src/features/settings/search-settings.tsx'
import { bytesText, StorageUsed } from '#src/features/settings/storage-used.tsx'
import { Screen } from '#src/screens/other/settings.tsx'
import { createPictureKeeper } from '#src/store/picture-cache.ts'
import { APPEARANCE_KEY } from '#src/ui/theme/theme-provider.tsx'
import { cacheStorage } from '#tests/support/cache-storage.ts'
import { aProduct, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

/** `navigator.storage`, which jsdom lacks. */
const stubStorage = (storage: unknown): void => {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
}
afterEach(() => {
  stubStorage(undefined)
  vi.unstubAllGlobals()
})

test('the appearance is chosen and saved', async () => {
  renderOn(aTestDevice(), <Screen />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem(APPEARANCE_KEY)).toBe('dark')
  expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true)
})

test('contact choices and cookies are changed here too, and the install steps of each browser are told', async () => {
  const test = aTestDevice()
  test.server.on(account.update, ({ body }) => ({
    message: 'Privacy Settings Updated',
    user: aUser({ contact_post: body?.contact_post === true }),
  }))
  renderOn(test, <Screen />)
  await userEvent.click(screen.getByRole('switch', { name: 'Post' }))
  const form = within(screen.getByRole('region', { name: 'Privacy and cookies' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Privacy Settings Updated')).toBeTruthy()
  expect(test.server.calls.at(-1)?.input.body).toMatchObject({ contact_post: true, contact_sms: false })
  for (const { browser } of INSTALLING) expect(screen.getByRole('heading', { name: browser })).toBeTruthy()
  // A computer shares the browser's storage with the installed app.
  expect(screen.queryByRole('button', { name: 'Make a code' })).toBeNull()
})

test('products are shown as a list or a grid', async () => {
  const test = aTestDevice()
  renderOn(test, <SearchSettings />)
  expect(screen.getByRole('radio', { name: 'List' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Grid' }))
  expect(test.device.settings.get().userPreferenceListViewEnabled).toBe(false)
})

test('a page size is chosen from the options and saved', async () => {
  const test = aTestDevice()
  renderOn(test, <SearchSettings />)
  expect(screen.getByRole('radio', { name: '24' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: '48' }))
  expect(test.device.settings.get().productsDisplayedPerPage).toBe(48)
  await waitFor(async () =>
    expect(await test.device.database.settings.get('productsDisplayedPerPage')).toMatchObject({ value: 48 }),
  )
})

test('a page size stored by an older build is shown as its equivalent', async () => {
  const test = aTestDevice()
  await test.device.settings.change({ productsDisplayedPerPage: 200 })
  renderOn(test, <SearchSettings />)
  expect(screen.getByRole('radio', { name: '12' })).toHaveProperty('checked', true)
})

test('a menu setting takes effect at once', async () => {
  const test = aTestDevice()
  renderOn(test, <MenuSettings />)
  await userEvent.click(screen.getByRole('switch', { name: /^Keep menu open/ }))
  expect(test.device.settings.get().navigationDrawerExpanded).toBe(false)
})

test('a setting that cannot be saved is reported as lasting until the page closes', async () => {
  const test = aTestDevice()
  renderOn(test, <MenuSettings />)
  test.device.database.close()
  await userEvent.click(screen.getByRole('switch', { name: /^Single-key shortcuts/ }))
  expect(await screen.findByText(/lasts until you close this page/)).toBeTruthy()
  expect(test.device.settings.get().singleKeyShortcuts).toBe(false)
})

/** A browser that reports its storage. */
const aBrowser = (persisted: boolean) => {
  const storage = {
    estimate: async () => ({ usage: 12_400_000, quota: 2_100_000_000 }),
    persisted: vi.fn(async () => persisted),
    persist: vi.fn(async () => {
      storage.persisted.mockResolvedValue(true)
      return true
    }),
  }
  stubStorage(storage)
  const caches = cacheStorage()
  vi.stubGlobal('caches', caches)
  return { ...storage, caches }
}

test('shows storage use and whether it may be cleared, and asks the browser to protect it', async () => {
  const test = aTestDevice()
  const storage = aBrowser(false)
  await test.user.database.products.put(aProduct())
  renderOn(test, <StorageUsed />)
  expect(await screen.findByText('12.4 MB of 2.1 GB')).toBeTruthy()
  expect(screen.getByText('No, may be cleared if space runs low')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Protect from clearing' }))
  expect(storage.persist).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('pictures have their own line, and can be deleted', async () => {
  const { caches } = aBrowser(true)
  const keeper = createPictureKeeper({ caches, onTrouble: () => {} })
  await keeper.keep('/pictures/A1/v1/168.avif', new Response(new Uint8Array(312_000)))
  renderOn(aTestDevice(), <StorageUsed />)
  expect(await screen.findByText('1, 312 kB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete pictures' }))
  expect(await screen.findByText('None')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a browser that reports nothing about its storage is not an error', async () => {
  renderOn(aTestDevice(), <StorageUsed />)
  expect((await screen.findAllByText('Not available')).length).toBe(2)
})

test.each([
  [0, '0 kB'],
  [840_400, '840 kB'],
  [12_400_000, '12.4 MB'],
  [250_000_000, '250 MB'],
  [2_100_000_000, '2.1 GB'],
])('%i bytes read %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
