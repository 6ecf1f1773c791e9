import type { Static } from 'typebox'
import { Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Day, Line } from './values.ts'

/** Days on which nothing goes out, besides those that the calendar gives. */
export const HolidayFields = Strict({ day: Day, name: Line(100) })

export type Holiday = Kept<Static<typeof HolidayFields>>

export const holidays = maintainedCalls({
  noun: 'holiday',
  route: '/maintenance/delivery-postcodes',
  fields: HolidayFields,
  filters: { from: Day },
  sorts: ['day', 'name', 'updated_at'],
  words: ['a holiday', 'holidays'],
})
