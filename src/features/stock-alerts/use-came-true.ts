import { useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import type { StockAlert } from '#domain/stock-alerts.ts'
import { useProducts } from '#src/device/use-products.ts'
import { type AlertsFor, useStockAlerts, useStockAlertsRead } from './stock-alerts.ts'

export type AlertWithProduct = { alert: StockAlert; product: Product | undefined }

/** The account's alerts with their products as this device knows them. */
export const useAlertProducts = (customer: Pick<AlertsFor, 'customerId' | 'priceListId'>) => {
  const read = useStockAlertsRead(customer)
  const alerts = useStockAlerts(customer.customerId)
  const product_nos = useMemo(() => (alerts.value ?? []).map(({ product_no }) => product_no), [alerts.value])
  const found = useProducts(customer.priceListId, product_nos)
  const rows = useMemo(
    () =>
      (alerts.value ?? []).map(
        (alert): AlertWithProduct => ({ alert, product: found.products.get(alert.product_no) }),
      ),
    [alerts.value, found.products],
  )
  return { read, state: alerts.state, rows, pricesHere: found.pricesHere }
}

/**
 * Products asked for that can be ordered now. The device's own stock decides, which is as fresh as its product list: news
 * does not wait for the server's next round, and a product that has sold out again is not announced.
 */
export const useCameTrue = (customer: Pick<AlertsFor, 'customerId' | 'priceListId'>) => {
  const { rows, pricesHere } = useAlertProducts(customer)
  const products = useMemo(
    () => rows.flatMap(({ product }) => (product && isBack(product) ? [product] : [])),
    [rows],
  )
  return { products, pricesHere }
}

export const isBack = ({ stockQuantity, pricePence }: Product): boolean =>
  stockQuantity > 0 && pricePence !== null
