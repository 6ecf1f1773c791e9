import { closedDays } from './bank-holidays.ts'
import { dayPlus, isoWeekday, londonDayOf, londonInstant } from './london-time.ts'
import type { StorageType } from './product.ts'
import type { TrollyHead } from './trolly.ts'

export const COLLECTION_HORIZON_DAYS = 14

/** `HH:MM` in Europe/London. */
export type SiteSlot = { from: string; to: string; capacity: number }

export type CollectionSite = {
  id: string
  name: string
  addressLines: string[]
  town: string
  postcode: string
  storageTypes: StorageType[]
}

export type CollectionHours = {
  /** ISO: 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  slots: readonly SiteSlot[]
  /** From ordering to the slot's start. */
  leadTimeMinutes: number
  /** Closed besides bank holidays. */
  closures: readonly string[]
}

/** `closesAt`: end of ordering. Slots past it stay listed until the day is over, so that checks can name them. */
export type CollectionSlot = { slot: string; closesAt: string; free: number }
export type CollectionDay = { day: string; slots: CollectionSlot[] }

export type SiteWithDays = CollectionSite & { days: CollectionDay[] }

export const slotName = ({ from, to }: Pick<SiteSlot, 'from' | 'to'>): string => `${from}-${to}`

export const slotText = (slot: string): string => slot.replace('-', '–')

export const slotOf = (
  { days }: Pick<SiteWithDays, 'days'>,
  day: string | null,
  slot: string | null,
): CollectionSlot | undefined => days.find((one) => one.day === day)?.slots.find((one) => one.slot === slot)

/** A changed order's slot counts as free, since it already holds a place; the server knows for certain. */
export const keepsSlot = <Site extends Pick<SiteWithDays, 'days'>>(
  site: Site,
  { deliveryDay, collectionSlot, replacesOrderId }: TrollyHead,
): Site =>
  replacesOrderId
    ? {
        ...site,
        days: site.days.map((one) =>
          one.day === deliveryDay
            ? {
                ...one,
                slots: one.slots.map((slot) =>
                  slot.slot === collectionSlot ? { ...slot, free: Math.max(1, slot.free) } : slot,
                ),
              }
            : one,
        ),
      }
    : site

export type Booked = { day: string; slot: string; count: number }

/** Nearest first. Lead times are elapsed hours, so a clock change does not lengthen them. */
export const collectionDays = (
  { weekdays, slots, leadTimeMinutes, closures }: CollectionHours,
  { now, holidays, booked }: { now: Date; holidays: readonly string[]; booked: readonly Booked[] },
): CollectionDay[] => {
  const year = now.getUTCFullYear()
  const closed = new Set([...closedDays(holidays, year, year + 1), ...closures])
  const taken = new Map(booked.map(({ day, slot, count }) => [`${day} ${slot}`, count]))
  const today = londonDayOf(now)
  return Array.from({ length: COLLECTION_HORIZON_DAYS + 1 }, (_, ahead) => dayPlus(today, ahead))
    .filter((day) => weekdays.includes(isoWeekday(day)) && !closed.has(day))
    .map((day) => ({
      day,
      slots: slots.map((slot) => ({
        slot: slotName(slot),
        closesAt: closingOf(day, slot, leadTimeMinutes).toISOString(),
        free: Math.max(0, slot.capacity - (taken.get(`${day} ${slotName(slot)}`) ?? 0)),
      })),
    }))
}

const closingOf = (day: string, { from }: SiteSlot, leadTimeMinutes: number): Date =>
  new Date(londonInstant(day, from).getTime() - leadTimeMinutes * 60_000)
