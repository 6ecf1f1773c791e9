import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'

/**
 * The saved browser settings of the specification (section 3), but for userData, which is in local storage. Apart from where
 * they are kept (settings.ts), since a page that has no database yet goes by the defaults.
 */
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
  /** Keys without Ctrl; whoever dictates turns them off. Ours, not the specification's. */
  singleKeyShortcuts: boolean
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
  singleKeyShortcuts: true,
}

/** Here and not with its tables, for the sake of pages that do without them. */
export const DEVICE_DATABASE = 'trolly-device'

/**
 * Whether anything has ever been kept on this device, without loading what reads it. True also where the browser does not
 * tell.
 */
export const isAnythingKept = async (indexedDB: Pick<IDBFactory, 'databases'>): Promise<boolean> => {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DEVICE_DATABASE)
  } catch {
    return true
  }
}
