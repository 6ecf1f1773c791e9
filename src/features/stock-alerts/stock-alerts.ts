import { useCallback } from 'react'
import {
  STOCK_ALERTS,
  type StockAlert,
  type StockAlertOperation,
  stockAlertsLane,
  stockAlertsShown,
} from '#domain/stock-alerts.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useNounRead } from '#src/device/stored-reads.ts'
import { type LiveQuery, type Stored, useLive } from '#src/device/use-live.ts'
import { readShown } from '#src/store/lane-rows.ts'

/** The account, and the trolly at hand, which need not have reached the server. */
export type AlertsFor = { id: string; customerId: string; priceListId: string }

/** On this device, waiting changes included. */
export const useStockAlerts = (customerId: string): Stored<StockAlert[]> => useLive(alertsHere(customerId))

const alertsHere = (customerId: string): LiveQuery<StockAlert[]> => ({
  key: ['stock-alerts', customerId],
  read: (database) => readShown(database, stockAlertsShown(customerId)),
})

export const useStockAlertsRead = (customer: Pick<AlertsFor, 'customerId' | 'priceListId'>) =>
  useNounRead(STOCK_ALERTS, customer)

/** Works with and without a connection, and is stable for one trolly. A failure is shown. */
export const useStockAlertChange = ({ id: trollyId, customerId }: AlertsFor) => {
  const { queue } = useUserDevice()
  return useCallback(
    (kind: StockAlertOperation['kind'], product_no: string) => {
      const operation: StockAlertOperation = { kind, product_no, trollyId, at: new Date().toISOString() }
      return queue.append(stockAlertsLane(customerId), operation).catch(showFailure)
    },
    [queue, trollyId, customerId],
  )
}
