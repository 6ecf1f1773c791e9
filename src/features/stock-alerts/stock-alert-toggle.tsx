import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { isWaiting } from '#domain/stock-alerts.ts'
import { Button } from '#src/ui/action/button.tsx'
import { useRowTabIndex } from '#src/ui/list/row-focus.ts'
import styles from './stock-alert-toggle.module.css'
import { type AlertsFor, useStockAlertChange, useStockAlerts } from './stock-alerts.ts'

export type StockAlertToggleProps = {
  product_no: string
  name: string
  trolly: AlertsFor
  /** Says how the person will be told. */
  explained?: boolean
}

export function StockAlertToggle({ product_no, name, trolly, explained }: StockAlertToggleProps) {
  const alerts = useStockAlerts(trolly.customerId).value
  const change = useStockAlertChange(trolly)
  const tabIndex = useRowTabIndex()
  const waits = isWaiting(alerts?.find((alert) => alert.product_no === product_no))
  const words = waits ? 'We’ll tell you' : 'Tell me when it’s back'
  const Bell = waits ? IconBellFilled : IconBell
  return (
    <div className={styles.toggle} data-screen-only>
      <Button
        variant={explained ? 'default' : 'subtle'}
        icon={<Bell size={18} aria-hidden="true" />}
        aria-label={`${words}: ${name}`}
        aria-pressed={waits}
        tabIndex={tabIndex}
        onClick={() => void change(waits ? 'withdraw' : 'ask', product_no)}
      >
        {words}
      </Button>
      {explained && waits ? (
        <p className={styles.how}>On your home page and by e-mail. Press again to stop waiting.</p>
      ) : null}
    </div>
  )
}
