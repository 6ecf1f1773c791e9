import { foldText } from './folded-text.ts'
import type { KnownOrder } from './known-orders.ts'
import { dayText } from './london-time.ts'
import { searchedWords } from './searched-words.ts'
import { isTypedDay, typedDay } from './typed-day.ts'

/** A whole day, or every word in its number, reference, day or a product, as in the server's search. */
export const isOrderFoundBy = (order: KnownOrder, text: string): boolean => {
  const { orderNo, poNumber, deliveryDay, lines } = order
  const asked = typedDay(text)
  if (asked) return isTypedDay(deliveryDay, asked) || foldText(poNumber).includes(foldText(text))
  const [year = '', month = '', day = ''] = deliveryDay.split('-')
  const days = [deliveryDay, `${day}/${month}/${year}`, `${Number(day)}/${Number(month)}/${year}`]
  const goods = lines.flatMap(({ product_no, name }) => [product_no, name])
  const words = foldText([orderNo, poNumber, ...days, dayText(deliveryDay), ...goods].join(' '))
  return searchedWords(foldText(text)).every((word) => words.includes(word))
}
