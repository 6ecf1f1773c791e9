import { waitFor } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/store/device/browser-settings.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'
import { createSettingsStore, type SettingsStore } from '#src/store/device/settings.ts'

const aTab = (indexedDB: IDBFactory): SettingsStore & { close: () => void } => {
  const database = openDeviceDatabase({ indexedDB, IDBKeyRange })
  const settings = createSettingsStore(database)
  onTestFinished(() => {
    settings.stop()
    database.close()
  })
  return { ...settings, close: () => database.close() }
}

test('the defaults are available at once', () => {
  expect(aTab(new IDBFactory()).get()).toEqual(DEFAULT_SETTINGS)
})

test('a change takes effect at once, is announced and is stored', async () => {
  const indexedDB = new IDBFactory()
  const tab = aTab(indexedDB)
  let told = 0
  tab.subscribe(() => {
    told += 1
  })
  const kept = tab.change({ productsDisplayedPerPage: 48 })
  expect(tab.get().productsDisplayedPerPage).toBe(48)
  expect(told).toBeGreaterThan(0)
  await kept
  const next = aTab(indexedDB)
  await waitFor(() => expect(next.get().productsDisplayedPerPage).toBe(48))
  expect(next.get().sortBy).toBe(DEFAULT_SETTINGS.sortBy)
})

test('another tab follows a change', async () => {
  const indexedDB = new IDBFactory()
  const [one, other] = [aTab(indexedDB), aTab(indexedDB)]
  await one.change({ navigationDrawerExpanded: false })
  await waitFor(() => expect(other.get().navigationDrawerExpanded).toBe(false))
})

test('a stored value of the wrong type is ignored', async () => {
  const indexedDB = new IDBFactory()
  const database = openDeviceDatabase({ indexedDB, IDBKeyRange })
  await database.settings.bulkPut([
    { name: 'productsDisplayedPerPage', value: 'many' },
    { name: 'sortBy', value: 'name' },
    { name: 'ofAnotherBuild', value: 1 },
  ])
  database.close()
  const tab = aTab(indexedDB)
  await waitFor(() => expect(tab.get().sortBy).toBe('name'))
  expect(tab.get()).toEqual({ ...DEFAULT_SETTINGS, sortBy: 'name' })
})

test('a setting that cannot be stored lasts until the page closes, and says so', async () => {
  const tab = aTab(new IDBFactory())
  await waitFor(() => expect(tab.get()).toEqual(DEFAULT_SETTINGS))
  tab.close()
  await expect(tab.change({ sortBy: 'price' })).rejects.toThrow()
  expect(tab.get().sortBy).toBe('price')
})
