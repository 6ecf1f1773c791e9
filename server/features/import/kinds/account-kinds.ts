import { ACCOUNT_KINDS } from '#domain/customer.ts'
import { isPeppolId } from '#domain/paperwork/peppol.ts'
import { ACCOUNT_TYPES } from '#domain/user.ts'
import {
  booleanCell,
  choiceCell,
  codeCell,
  contactEmailCell,
  emailCell,
  integerCell,
  passwordHashCell,
  patternCell,
  postcodeCell,
  textCell,
} from './cells.ts'
import type { Field, ImportKind } from './fields.ts'
import { cutOffTime, flag, money, text, weekdays } from './shared-fields.ts'

export const customers: ImportKind = {
  key: ['id'],
  references: [
    {
      property: 'priceListId',
      to: 'price_lists',
      code: 'unknown_price_list',
      why: 'This price list does not exist: import its prices first.',
    },
  ],
  fields: [
    { column: 'id', read: codeCell, required: true, meaning: 'The account number.' },
    { column: 'name', read: textCell(200), required: true, meaning: 'The name.' },
    {
      column: 'accountKind',
      read: choiceCell(ACCOUNT_KINDS),
      empty: 'credit',
      meaning: '`credit` or `cash`.',
    },
    {
      column: 'distributorNo',
      read: codeCell,
      empty: null,
      meaning: 'The distributor that the account belongs to.',
    },
    {
      column: 'addressLines',
      read: textCell(100),
      list: { most: 6 },
      empty: [],
      meaning: 'The address above the town.',
    },
    text('town', 60, 'The town.'),
    {
      column: 'postcode',
      read: postcodeCell,
      empty: '',
      meaning: 'The postcode, in any case and with or without its space.',
    },
    {
      column: 'contactEmail',
      read: contactEmailCell,
      empty: '',
      meaning: 'The address of its contact; of several, the first.',
    },
    text('contactPhone', 60, 'The telephone number of its contact.'),
    {
      column: 'peppolId',
      read: patternCell(
        { test: isPeppolId },
        'a scheme of four digits, a colon and a number that exists in it, such as 0088:5060000000009',
      ),
      empty: '',
      meaning: 'Its Peppol ID, which e-invoices are addressed to: `0088:5060000000009`.',
    },
    flag('onStop', 'No order may be placed.'),
    {
      column: 'priceListId',
      read: codeCell,
      required: true,
      meaning: 'The price list, which must exist: an account on a misspelt one would see no prices.',
    },
    ...money('creditLimit', null, 'Credit limit; empty is none'),
    ...money('minimumOrder', 0, 'Smallest order; empty is none'),
    ...money('maximumOrder', null, 'Largest order; empty is no bound'),
    ...money('freeDelivery', null, 'Goods total from which delivery is free; empty is always'),
    {
      column: 'mandatoryCategory',
      read: textCell(100),
      empty: null,
      meaning: 'Department, group or category of which each order must hold one item.',
    },
    flag('ageRestrictedAllowed', 'Holds a licence for age-restricted goods.'),
    text('route', 40, 'The delivery route.'),
    weekdays('deliveryWeekdays', { required: true }),
    cutOffTime,
    {
      column: 'cutOffDaysBefore',
      read: integerCell(0, 14),
      empty: 1,
      meaning: 'Working days between the cut-off’s day and the delivery; empty is 1, the evening before.',
    },
  ],
}

export const users: ImportKind = {
  key: ['email'],
  references: [
    {
      property: 'customers',
      to: 'customers',
      code: 'unknown_customer',
      why: 'This customer does not exist.',
    },
  ],
  fields: [
    { column: 'email', read: emailCell, required: true, meaning: 'The address they sign in with.' },
    { column: 'username', read: textCell(100), required: true, meaning: 'The name that is shown.' },
    {
      column: 'account_type',
      property: 'accountType',
      read: choiceCell(ACCOUNT_TYPES),
      required: true,
      meaning: 'C1, C2, DS, ST, AD or NW.',
    },
    {
      column: 'can_place_orders',
      property: 'canPlaceOrders',
      read: booleanCell,
      empty: true,
      meaning: 'Whether they may place orders; empty is yes.',
    },
    {
      column: 'acl_routes',
      property: 'aclRoutes',
      read: patternCell(/^\/[\w{}/*-]*$/, 'a route such as /orders/templates'),
      list: { most: 100 },
      empty: null,
      meaning: 'The routes they may open; empty is the default of the account type.',
    },
    {
      column: 'customers',
      read: codeCell,
      list: { most: 5000 },
      empty: [],
      meaning: 'The accounts they may order for; what is not listed is taken away. Staff see all without.',
    },
    {
      column: 'password_hash',
      property: 'givenPasswordHash',
      read: passwordHashCell,
      secret: true,
      empty: null,
      meaning: 'An Argon2id hash; empty leaves the password as it is. Passwords themselves are never read.',
    },
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: may not sign in.' },
    ...['Email', 'Sms', 'Tel', 'Post'].map(
      (way): Field => ({
        ...flag(`contact_${way.toLowerCase()}`, `May be written to: ${way.toLowerCase()}.`),
        property: `contact${way}`,
      }),
    ),
  ],
}
