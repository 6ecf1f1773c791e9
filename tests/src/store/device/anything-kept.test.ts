import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { isAnythingKept } from '#src/store/device/browser-settings.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'

it('finds nothing stored on a new device', async () => {
  expect(await isAnythingKept(new IDBFactory())).toBe(false)
})

it('finds a stored setting', async () => {
  const indexedDB = new IDBFactory()
  const database = openDeviceDatabase({ indexedDB, IDBKeyRange })
  await database.settings.put({ name: 'displayPWABannerToUsersOnMobile', value: false })
  database.close()
  expect(await isAnythingKept(indexedDB)).toBe(true)
})

it('assumes stored data if the browser does not say', async () => {
  const databases = () => Promise.reject(new DOMException('Not here', 'UnknownError'))
  expect(await isAnythingKept({ databases })).toBe(true)
})
