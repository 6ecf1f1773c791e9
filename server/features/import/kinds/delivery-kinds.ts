import { type SiteSlot, slotName } from '#domain/collection.ts'
import { STORAGE_TYPES } from '#domain/product.ts'
import {
  booleanCell,
  choiceCell,
  codeCell,
  dayCell,
  degreesCell,
  integerCell,
  postcodeCell,
  prefixCell,
  slotCell,
  textCell,
} from './cells.ts'
import type { ImportKind } from './fields.ts'
import { cutOffTime, money, text, weekdays } from './shared-fields.ts'

export const deliveryPostcodes: ImportKind = {
  key: ['prefix'],
  references: [],
  fields: [
    {
      column: 'prefix',
      read: prefixCell,
      required: true,
      meaning:
        'A whole area `HX`, a district `HX1` or a sector `HX1 1`; the longest that names an address counts.',
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

export const collectionAddresses: ImportKind = {
  key: ['siteNo'],
  references: [],
  fields: [
    {
      column: 'site_no',
      property: 'siteNo',
      read: codeCell,
      required: true,
      meaning: 'Its number in your own system.',
    },
    { column: 'name', read: textCell(100), required: true, meaning: 'The name that customers choose it by.' },
    {
      column: 'addressLines',
      read: textCell(100),
      list: { most: 6 },
      empty: [],
      meaning: 'The address above the town.',
    },
    { column: 'town', read: textCell(60), required: true, meaning: 'The town.' },
    {
      column: 'postcode',
      read: postcodeCell,
      required: true,
      meaning: 'The postcode, with or without its space.',
    },
    text('phone', 30, 'Its telephone number.'),
    weekdays('weekdays', {
      required: true,
      meaning: 'Weekdays on which it is open: `Mon|Wed|Fri` or `1|3|5`.',
    }),
    {
      column: 'slots',
      read: slotCell,
      list: { most: 48 },
      required: true,
      meaning: 'Times and how many orders each takes: `07:00-09:00=12|11:00-13:00=8`.',
    },
    {
      column: 'leadTimeMinutes',
      read: integerCell(0, 20_160),
      empty: 0,
      meaning: 'From the order to the beginning of its slot.',
    },
    {
      column: 'closures',
      read: dayCell,
      list: { most: 366 },
      empty: [],
      meaning: 'Days closed besides holidays.',
    },
    {
      column: 'storageTypes',
      read: choiceCell(STORAGE_TYPES),
      list: { most: STORAGE_TYPES.length },
      required: true,
      meaning: 'What its stores keep: `ambient|chilled|frozen`.',
    },
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: offered no longer.' },
  ],
  contradictions: ({ slots }) => {
    const names = ((slots ?? []) as SiteSlot[]).map(slotName)
    const repeated = names.find((name, at) => names.indexOf(name) !== at)
    return repeated === undefined ? [] : [{ column: 'slots', why: `${repeated} is there twice.` }]
  },
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
