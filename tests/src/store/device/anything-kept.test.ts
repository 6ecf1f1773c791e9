import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { isAnythingKept } from '#src/store/device/browser-settings.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'

it('says that a new device has kept nothing', async () => {
  expect(await isAnythingKept(new IDBFactory())).toBe(false)
})

it('sees that a setting was kept', async () => {
  const indexedDB = new IDBFactory()
  const database = openDeviceDatabase({ indexedDB, IDBKeyRange })
  await database.settings.put({ name: 'displayPWABannerToUsersOnMobile', value: false })
  database.close()
  expect(await isAnythingKept(indexedDB)).toBe(true)
})

it('takes it for kept where the browser does not tell', async () => {
  const databases = () => Promise.reject(new DOMException('Not here', 'UnknownError'))
  expect(await isAnythingKept({ databases })).toBe(true)
})
