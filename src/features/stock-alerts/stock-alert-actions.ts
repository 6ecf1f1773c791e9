import { type AlertName, type StockAlert, stockAlertReport } from '#contract/stock-alert-report.ts'
import { countText } from '#domain/plain-text.ts'
import { ALERTS_AT_ONCE } from '#domain/stock-alerts.ts'
import type { ApiClient } from '#src/api/client.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type Parts = {
  api: ApiClient
  run: <Result>(act: () => Promise<Result>) => Promise<Result>
  readAgain: () => void
}

/** What staff do about alerts. Mail cannot be undone; closing can. */
export const stockAlertActions = ({ api, run, readAgain }: Parts) => {
  const saying = async (act: () => Promise<Parameters<typeof notifications.show>[0]>): Promise<void> => {
    try {
      notifications.show({ ...(await run(act)), showInProduction: true })
    } catch (error) {
      showFailure(error)
    } finally {
      readAgain()
    }
  }
  return {
    tellNow: (rows: readonly StockAlert[]): Promise<void> =>
      saying(async () => {
        const body = { alerts: namesOf(rows) }
        const { told } = await api.call(stockAlertReport.tellNow, { body })
        return mailed(told, rows.length, 'is back in stock')
      }),

    close: (rows: readonly StockAlert[]): Promise<void> =>
      saying(async () => {
        const { closed } = await api.call(stockAlertReport.close, { body: { alerts: namesOf(rows) } })
        const alerts = [...closed]
        const restore = (): Promise<void> =>
          saying(async () => {
            const { reopened } = await api.call(stockAlertReport.reopen, { body: { alerts } })
            return { message: `${countText(reopened, 'alert')} restored`, statusColor: 'success' }
          })
        return {
          message: `${countText(alerts.length, 'alert')} closed`,
          statusColor: 'success',
          ...(alerts.length > 0 && { restoreButton: { onRestore: restore } }),
        }
      }),

    /** @returns problems by field */
    offer: async (
      rows: readonly StockAlert[],
      product_no: string,
    ): Promise<Record<string, string> | undefined> => {
      try {
        const body = { alerts: namesOf(rows), product_no }
        const { offered } = await run(() => api.call(stockAlertReport.offer, { body }))
        notifications.show({
          ...mailed(offered, rows.length, `can be replaced by ${product_no}`),
          showInProduction: true,
        })
        return undefined
      } catch (error) {
        return fieldProblemsOf(error, { product_no: 'Product code' })
      }
    },
  }
}

const namesOf = (rows: readonly StockAlert[]): AlertName[] =>
  rows
    .flatMap(({ userId, customerId, product_no }) =>
      userId === undefined ? [] : [{ userId, customerId, product_no }],
    )
    .slice(0, ALERTS_AT_ONCE)

const mailed = (count: number, selected: number, words: string) => ({
  message:
    count === selected
      ? `Mail sent: the product ${words}`
      : `Mail sent for ${count} of ${countText(selected, 'alert')}. The others were told before, or can’t be mailed`,
  statusColor: count === selected ? ('success' as const) : ('warning' as const),
})
