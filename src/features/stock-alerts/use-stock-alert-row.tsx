import { lazy, type ReactNode, useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import { Late } from '#src/ui/surface/late.tsx'
import { type AlertsFor, useStockAlertsRead } from './stock-alerts.ts'
import styles from './use-stock-alert-row.module.css'

/** Lazy: most lists have nothing that is out of stock. */
const Toggle = lazy(async () => ({
  default: (await import('./stock-alert-toggle.tsx')).StockAlertToggle,
}))

/** For rows of products, stable for one trolly: what stands below a product that is out of stock. */
export const useStockAlertRow = (trolly: AlertsFor): ((product: Product) => ReactNode) => {
  useStockAlertsRead(trolly)
  const { id, customerId, priceListId } = trolly
  return useCallback(
    ({ product_no, name, stockQuantity }) =>
      stockQuantity > 0 ? null : (
        <div className={styles.place}>
          <Late waiting={null} failed={null}>
            <Toggle product_no={product_no} name={name} trolly={{ id, customerId, priceListId }} />
          </Late>
        </div>
      ),
    [id, customerId, priceListId],
  )
}
