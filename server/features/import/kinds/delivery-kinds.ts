import { booleanCell, dayCell, degreesCell, patternCell, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { cutOffTime, money, text, weekdays } from './shared-fields.ts'

export const deliveryPostcodes: ImportKind = {
  key: ['prefix'],
  references: [],
  fields: [
    {
      column: 'prefix',
      read: patternCell(
        /^[A-Z]{1,2}(\d[A-Z\d]?)?$/,
        'the first half of a postcode or its beginning, in capitals, such as HX1',
      ),
      required: true,
      meaning: 'The first half of a postcode, or its beginning; the longest that fits an address counts.',
    },
    text('area', 60, 'The postcode area.'),
    text('town', 60, 'The town.'),
    text('region', 60, 'The region.'),
    { column: 'latitude', read: degreesCell(90), empty: null, meaning: 'Decimal degrees.' },
    { column: 'longitude', read: degreesCell(180), empty: null, meaning: 'Decimal degrees.' },
    text('depot', 40, 'The depot that delivers there.'),
    text('route', 40, 'The delivery route.'),
    weekdays('deliveryWeekdays', { empty: [] }),
    cutOffTime,
    ...money('minimumOrder', 0, 'Smallest order; empty is none'),
    ...money('deliveryCharge', 0, 'What a delivery costs; empty is nothing'),
    { column: 'served', read: booleanCell, empty: true, meaning: '`no`: nothing is delivered there.' },
  ],
}

export const holidays: ImportKind = {
  key: ['day'],
  references: [],
  fields: [
    {
      column: 'day',
      read: dayCell,
      required: true,
      meaning: 'Nothing goes out on it: `2026-12-25` or `25/12/2026`.',
    },
    { column: 'name', read: textCell(100), required: true, meaning: 'Its name.' },
  ],
}
