import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'

/** Specification, section 3. Separate from settings.ts for pages without a database; userData is in local storage. */
export type BrowserSettings = {
  alwaysShowNavigationMenus: boolean
  navigationDrawerExpanded: boolean
  productsDisplayedPerPage: number
  sortBy: string
  product_filters: Record<string, string>
  userPreferenceListViewEnabled: boolean
  displayPWABannerToUsersOnMobile: boolean
  displayPWAButtonInsideOfNavigationDrawer: boolean
  userWantsToSeeCustomersAnnouncementBanner: boolean
  /** The text of the last one that the person has dismissed. Not in the specification. */
  dismissedAnnouncement: string
  /** Keys without Ctrl; people who dictate turn them off. Not in the specification. */
  singleKeyShortcuts: boolean
  /** Below an order that was just placed, until the person declines. Not in the specification. */
  offerNotifications: boolean
}

export const DEFAULT_SETTINGS: BrowserSettings = {
  alwaysShowNavigationMenus: true,
  navigationDrawerExpanded: true,
  productsDisplayedPerPage: PAGE_SIZE_DEFAULT,
  sortBy: 'relevance',
  product_filters: {},
  userPreferenceListViewEnabled: true,
  displayPWABannerToUsersOnMobile: true,
  displayPWAButtonInsideOfNavigationDrawer: true,
  userWantsToSeeCustomersAnnouncementBanner: true,
  dismissedAnnouncement: '',
  singleKeyShortcuts: true,
  offerNotifications: true,
}

/** Not beside its tables, so that pages without a database do not load Dexie. */
export const DEVICE_DATABASE = 'trolly-device'

/** Whether this device has ever stored anything, without loading Dexie. True if the browser cannot tell. */
export const isAnythingKept = async (indexedDB: Pick<IDBFactory, 'databases'>): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DEVICE_DATABASE)
  } catch {
    return true
  }
}
