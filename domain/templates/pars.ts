import { isoWeekday } from '#domain/london-time.ts'
import type { TemplateItemSettings } from './template.ts'

type Pars = Pick<TemplateItemSettings, 'parLevel' | 'parLevels'>

/** @param deliveryDay null while none is chosen */
export const parOn = ({ parLevel, parLevels }: Pars, deliveryDay: string | null): number | null =>
  (deliveryDay === null ? null : parLevels?.[isoWeekday(deliveryDay) - 1]) ?? parLevel

/** Default quantity to add; undefined: nothing is known. */
export const usualQuantity = (
  item: Pars & Pick<TemplateItemSettings, 'lastQuantity'>,
  deliveryDay: string | null,
): number | undefined => parOn(item, deliveryDay) ?? item.lastQuantity ?? undefined

export const quantityNote = (
  item: Pars & Pick<TemplateItemSettings, 'lastQuantity'>,
  deliveryDay: string | null,
): string | undefined => {
  const par = parOn(item, deliveryDay)
  if (par !== null) return `Par ${par}`
  return item.lastQuantity === null ? undefined : `Last: ${item.lastQuantity}`
}
