import type { SimDelivery } from './delivery.ts'
import type { Ledger } from './ledger.ts'
import type { SimDevice, SimTab } from './sim-device.ts'

/** A person at one tab of a device. */
export type Hand = {
  device: SimDevice
  tab: SimTab
  ledger: Ledger
  delivery: SimDelivery
  now: () => number
}
