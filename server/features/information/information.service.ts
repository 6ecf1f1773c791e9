import type { Information } from '#contract/information.ts'
import { DAY_MS } from '#domain/durations.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { recallActionText } from '#domain/safety-words.ts'
import type { Database } from '#server/db/database.ts'
import { findSetting } from '#server/features/config/config.repository.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { findPublicRecalls } from '#server/features/safety-notices/safety-notices.repository.ts'
import { findServedPrefixes } from './delivery-areas.repository.ts'

export type InformationService = { get: () => Promise<Information> }

/** The setting `company` has `information` beside what the configuration knows; docs/operations.md lists its fields. */
export const informationService = ({
  database,
  company,
  letterhead,
  now,
}: { database: Database; now: () => Date } & Pick<
  ConfigService,
  'company' | 'letterhead'
>): InformationService => ({
  get: async () => {
    const since = new Date(now().getTime() - LISTED_DAYS * DAY_MS)
    const [stored, { general }, { address, vat_no }, prefixes, published] = await Promise.all([
      findSetting(database, 'company'),
      company(),
      letterhead(),
      findServedPrefixes(database),
      findPublicRecalls(database, since),
    ])
    const told = fieldsOf(fieldsOf(stored).information)
    return {
      terms: textOf(told.terms),
      allergenNotice: textOf(told.allergen_notice),
      contacts: {
        company: general.company_name,
        phone: general.contact_phone,
        email: general.contact_email,
        openingHours: textOf(told.opening_hours),
        address: address.split('\n').filter((line) => line.trim() !== ''),
        vatNo: vat_no,
      },
      recalls: [...published.map(publicRecall), ...recallsOf(told.recalls)],
      deliveryAreas: areasOf(prefixes),
    }
  },
})

/** A year later the goods are gone. */
const LISTED_DAYS = 365

/** Without those who bought it. */
const publicRecall = (
  recall: Awaited<ReturnType<typeof findPublicRecalls>>[number],
): Information['recalls'][number] => {
  const { at, product, reason, batches, useBy, action, advice } = recall
  const which = [
    batches.length > 0 ? `Batches ${batches.join(', ')}.` : '',
    useBy === '' ? '' : `Dates: ${useBy}.`,
  ]
  return {
    day: londonDayOf(at),
    product,
    reason,
    advice: [...which, `${recallActionText(action)}.`, advice].filter(Boolean).join(' '),
  }
}

const recallsOf = (stored: unknown): Information['recalls'] =>
  (Array.isArray(stored) ? stored : [])
    .map(fieldsOf)
    .map(({ day, product, reason, advice }) => ({
      day: /^\d{4}-\d\d-\d\d$/.test(textOf(day)) ? textOf(day) : '',
      product: textOf(product),
      reason: textOf(reason),
      advice: textOf(advice),
    }))
    .filter(({ product }) => product !== '')

const areasOf = (prefixes: { prefix: string; town: string }[]): Information['deliveryAreas'] => {
  const areas = new Map<string, { towns: Set<string>; districts: Set<string> }>()
  for (const { prefix, town } of prefixes) {
    const name = prefix.replace(/\d.*/, '')
    const area = areas.get(name) ?? { towns: new Set(), districts: new Set() }
    areas.set(name, area)
    if (town !== '') area.towns.add(town)
    // A sector is named by its district, and a whole area has none.
    if (/\d/.test(prefix)) area.districts.add(prefix.replace(/ .*/, ''))
  }
  return [...areas].map(([area, { towns, districts }]) => ({
    area,
    towns: [...towns].toSorted((a, b) => a.localeCompare(b, 'en-GB')),
    districts: [...districts].toSorted((a, b) => a.localeCompare(b, 'en-GB', { numeric: true })),
  }))
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
