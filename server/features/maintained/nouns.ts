import { and, asc, desc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { AgentAlertFields, type agentAlerts } from '#contract/agent-alerts.ts'
import { AgentCustomerFields, AgentFields, type agentCustomers, type agents } from '#contract/agents.ts'
import { CollectionSiteFields, type collectionSites } from '#contract/collection-sites.ts'
import { DeliveryPostcodeFields, type deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { DiscountFields, type discounts } from '#contract/discounts.ts'
import { type FAQ_SORTS, FaqFields } from '#contract/faq.ts'
import { HolidayFields, type holidays } from '#contract/holidays.ts'
import type { MaintainedCalls } from '#contract/maintained.ts'
import { RecallFields, type recalls } from '#contract/recalls.ts'
import {
  AdvertFields,
  type maintainedAdverts,
  TradeTermFields,
  type tradeTerms,
} from '#contract/search-terms.ts'
import { type SiteSlot, slotName } from '#domain/collection.ts'
import { tidyPrefix } from '#domain/delivery-route.ts'
import type { FaqAudience } from '#domain/faq.ts'
import { isPostcode, tidyPostcode } from '#domain/postcode.ts'
import type { Database } from '#server/db/database.ts'
import { adverts as advert } from '#server/db/schema/adverts.ts'
import {
  agents as agent,
  agentCustomers as agentCustomer,
  agentAlerts as alert,
} from '#server/db/schema/agents.ts'
import { collectionAddresses as site } from '#server/db/schema/collection-addresses.ts'
import { holidays as holidayTable, deliveryPostcodes as postcodeTable } from '#server/db/schema/customers.ts'
import { discounts as discount } from '#server/db/schema/discounts.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { recalls as recall } from '#server/db/schema/safety-notices.ts'
import { searchTerms as term } from '#server/db/schema/search-terms.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type ChangedTable, changesService } from './changes.ts'
import { type MaintainedTable, maintainedService, searchedText } from './records.ts'

/** What staff maintain, each by the calls of contract/maintained.ts. Another one is a definition here and its contract. */

export type Parts = { database: Database; now: () => Date }

export const maintained = <Fields extends object, Filters extends object, Sorts extends string>(
  parts: Parts,
  noun: MaintainedTable<Fields, Filters, Sorts> & ChangedTable<Fields>,
): Answers<MaintainedCalls<Fields, Filters, Sorts>> => ({
  ...maintainedService(parts, noun),
  ...changesService(parts, noun),
})

export const collectionSitesService = (parts: Parts): Answers<typeof collectionSites> =>
  maintained(parts, {
    noun: 'collection-site',
    importKind: 'collection-sites',
    table: site,
    fields: CollectionSiteFields,
    words: ['collection address', 'siteNo'],
    text: searchedText(
      site.siteNo,
      site.name,
      sql`array_to_string(${site.addressLines}, ' ')`,
      site.town,
      site.postcode,
    ),
    sorts: {
      name: sql`lower(${site.name})`,
      town: sql`lower(${site.town})`,
      siteNo: sql`${site.siteNo}`,
      updated_at: sql`${site.updatedAt}`,
    },
    order: [asc(site.name)],
    filters: ({ active }: { active?: boolean }) => [
      active === undefined ? undefined : eq(site.active, active),
    ],
    told: ({ slots, siteNo }) => ({
      // A site from before there were numbers has none.
      siteNo: siteNo ?? '',
      slots: (slots as SiteSlot[]).map((slot) => `${slotName(slot)}=${slot.capacity}`),
    }),
    check: (fields: Partial<CollectionSiteFields>) => ({
      ...fields,
      ...(fields.slots && { slots: slotsOf(fields.slots) }),
      ...(fields.postcode !== undefined && { postcode: tidySitePostcode(fields.postcode) }),
    }),
  })

const slotsOf = (texts: readonly string[]): SiteSlot[] => {
  const slots = texts.map((text): SiteSlot => {
    const [times = '', capacity = ''] = text.split('=')
    const [from = '', to = ''] = times.split('-')
    if (from >= to) throw refused('slots', `must end after they begin, unlike ${times}`)
    return { from, to, capacity: Number(capacity) }
  })
  const names = slots.map(slotName)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refused('slots', `has ${twice} twice`)
  return slots
}

const tidySitePostcode = (typed: string): string => {
  if (!isPostcode(typed)) throw refused('postcode', 'must be a UK postcode, such as HX1 1QN')
  return tidyPostcode(typed)
}

const { prefix, town, region, depot, route } = postcodeTable

export const deliveryPostcodesService = (parts: Parts): Answers<Omit<typeof deliveryPostcodes, 'trial'>> =>
  maintained(parts, {
    noun: 'delivery-postcode',
    importKind: 'delivery-postcodes',
    table: postcodeTable,
    fields: DeliveryPostcodeFields,
    words: ['delivery postcode', 'prefix'],
    text: searchedText(prefix, postcodeTable.area, town, region, depot, route),
    sorts: {
      prefix: sql`${prefix}`,
      town: sql`lower(${town})`,
      depot: sql`lower(${depot})`,
      route: sql`lower(${route})`,
      updated_at: sql`${postcodeTable.updatedAt}`,
    },
    order: [asc(prefix)],
    filters: (asked: { served?: boolean; depot?: string; route?: string }) => [
      asked.served === undefined ? undefined : eq(postcodeTable.served, asked.served),
      asked.depot === undefined ? undefined : eq(depot, asked.depot),
      asked.route === undefined ? undefined : eq(route, asked.route),
    ],
    check: (fields: Partial<DeliveryPostcodeFields>) =>
      fields.prefix === undefined ? fields : { ...fields, prefix: requirePrefix(fields.prefix) },
  })

/** @returns it tidy */
export const requirePrefix = (typed: string): string => {
  const tidy = tidyPrefix(typed)
  if (tidy !== undefined) return tidy
  throw refused('prefix', 'must be an area, a district or a sector, such as HX, HX1 or HX1 1')
}

export const holidaysService = (parts: Parts): Answers<typeof holidays> =>
  maintained(parts, {
    noun: 'holiday',
    importKind: 'holidays',
    table: holidayTable,
    fields: HolidayFields,
    words: ['holiday', 'day'],
    text: searchedText(sql`${holidayTable.day}::text`, holidayTable.name),
    sorts: {
      day: sql`${holidayTable.day}`,
      name: sql`lower(${holidayTable.name})`,
      updated_at: sql`${holidayTable.updatedAt}`,
    },
    order: [asc(holidayTable.day)],
    filters: ({ from }: { from?: string }) => [from === undefined ? undefined : gte(holidayTable.day, from)],
  })

export const agentsService = (parts: Parts): Answers<typeof agents> =>
  maintained(parts, {
    noun: 'agent',
    importKind: 'agents',
    table: agent,
    fields: AgentFields,
    words: ['agent', 'code'],
    text: searchedText(agent.code, agent.name, agent.email, agent.phone),
    sorts: {
      code: sql`lower(${agent.code})`,
      name: sql`lower(${agent.name})`,
      updated_at: sql`${agent.updatedAt}`,
    },
    order: [asc(agent.name)],
    filters: ({ active }: { active?: boolean }) => [
      active === undefined ? undefined : eq(agent.active, active),
    ],
  })

/** @param id the account's number, as an expression */
export const customerName = (id: SQL): SQL => sql`(SELECT c.name FROM customers c WHERE c.id = ${id})`

export const agentCustomersService = (parts: Parts): Answers<typeof agentCustomers> =>
  maintained(parts, {
    noun: 'agent-customer',
    importKind: 'agent-customers',
    table: agentCustomer,
    fields: AgentCustomerFields,
    words: ['customer', 'customerId'],
    references: { customerId: 'is no account’s number', agentCode: 'is no agent’s code' },
    names: {
      customerId: customerName,
      agentCode: (code) => sql`(SELECT a.name FROM agents a WHERE a.code = ${code})`,
    },
    text: searchedText(
      agentCustomer.customerId,
      agentCustomer.agentCode,
      sql`(SELECT c.name || ' ' || c.town FROM customers c WHERE c.id = ${agentCustomer.customerId})`,
      sql`(SELECT a.name FROM agents a WHERE a.code = ${agentCustomer.agentCode})`,
    ),
    sorts: {
      customerId: sql`${agentCustomer.customerId}`,
      agentCode: sql`lower(${agentCustomer.agentCode})`,
      updated_at: sql`${agentCustomer.updatedAt}`,
    },
    order: [asc(agentCustomer.customerId)],
    filters: ({ agentCode }: { agentCode?: string }) => [
      agentCode === undefined ? undefined : eq(agentCustomer.agentCode, agentCode),
    ],
  })

type AlertFilters = { day?: string; agentCode?: string }

export const agentAlertsService = (parts: Parts): Answers<Omit<typeof agentAlerts, 'seenBy'>> =>
  maintained(parts, {
    noun: 'agent-alert',
    importKind: 'agent-alerts',
    table: alert,
    fields: AgentAlertFields,
    words: ['alert', 'message'],
    text: searchedText(
      alert.message,
      sql`array_to_string(${alert.agentCodes}, ' ')`,
      sql`array_to_string(${alert.customerIds}, ' ')`,
    ),
    sorts: {
      firstDay: sql`${alert.firstDay}`,
      lastDay: sql`${alert.lastDay}`,
      message: sql`lower(${alert.message})`,
      updated_at: sql`${alert.updatedAt}`,
    },
    order: [desc(alert.lastDay)],
    filters: ({ day, agentCode }: AlertFilters) => [
      day === undefined ? undefined : and(lte(alert.firstDay, day), gte(alert.lastDay, day)),
      agentCode === undefined ? undefined : sql`${agentCode} = ANY(${alert.agentCodes})`,
    ],
    check: (fields: Partial<AgentAlertFields>, current) => {
      const { firstDay, lastDay } = { ...current, ...fields }
      if (firstDay !== undefined && lastDay !== undefined && firstDay > lastDay)
        throw refused('lastDay', 'is before the first day')
      return fields
    },
  })

export const recallsService = (parts: Parts): Answers<Omit<typeof recalls, 'trial'>> =>
  maintained(parts, {
    noun: 'recall',
    importKind: 'recalls',
    table: recall,
    fields: RecallFields,
    words: ['recall', 'reference'],
    text: searchedText(
      recall.reference,
      recall.reason,
      sql`array_to_string(${recall.productNos} || ${recall.batches}, ' ')`,
      sql`(SELECT string_agg(p.name, ' ') FROM products p WHERE p.product_no = ANY (${recall.productNos}))`,
    ),
    sorts: {
      reference: sql`lower(${recall.reference})`,
      boughtSince: sql`${recall.boughtSince}`,
      updated_at: sql`${recall.updatedAt}`,
    },
    order: [desc(recall.updatedAt), asc(recall.reference)],
    filters: ({ productNo }: { productNo?: string }) => [
      productNo === undefined ? undefined : sql`${productNo} = ANY(${recall.productNos})`,
    ],
  })

export const tradeTermsService = (parts: Parts): Answers<typeof tradeTerms> =>
  maintained(parts, {
    noun: 'search-term',
    importKind: 'search-terms',
    table: term,
    fields: TradeTermFields,
    words: ['synonym', 'typed'],
    text: searchedText(term.typed, sql`array_to_string(${term.means}, ' ')`),
    sorts: { typed: sql`lower(${term.typed})`, updated_at: sql`${term.updatedAt}` },
    order: [asc(term.typed)],
    filters: ({ active }: { active?: boolean }) => [
      active === undefined ? undefined : eq(term.active, active),
    ],
    check: (fields: Partial<TradeTermFields>, current) => {
      const { active, means } = { ...current, ...fields }
      if (active && means?.length === 0) throw refused('means', 'cannot be blank, unless the term is off')
      return fields
    },
  })

export const advertsService = (parts: Parts): Answers<typeof maintainedAdverts> =>
  maintained(parts, {
    noun: 'advert',
    importKind: 'adverts',
    table: advert,
    fields: AdvertFields,
    words: ['advert', 'code'],
    text: searchedText(
      advert.code,
      advert.title,
      advert.text,
      sql`array_to_string(${advert.product_nos}, ' ')`,
    ),
    sorts: {
      position: sql`${advert.position}`,
      title: sql`lower(${advert.title})`,
      code: sql`lower(${advert.code})`,
      updated_at: sql`${advert.updatedAt}`,
    },
    order: [asc(advert.position), asc(advert.code)],
    filters: ({ active }: { active?: boolean }) => [
      active === undefined ? undefined : eq(advert.active, active),
    ],
    check: (fields: Partial<AdvertFields>, current) => {
      const { firstDay, lastDay } = { ...current, ...fields }
      if (firstDay && lastDay && firstDay > lastDay) throw refused('lastDay', 'is before the first day')
      return fields
    },
  })

export const discountsService = (parts: Parts): Answers<Omit<typeof discounts, 'trial'>> =>
  maintained(parts, {
    noun: 'discount',
    importKind: 'discounts',
    table: discount,
    fields: DiscountFields,
    words: ['discount', 'code'],
    text: searchedText(
      discount.code,
      discount.name,
      discount.customerId,
      discount.productNo,
      discount.brand,
      discount.category,
    ),
    sorts: {
      code: sql`lower(${discount.code})`,
      name: sql`lower(${discount.name})`,
      validFrom: sql`${discount.validFrom}`,
      updated_at: sql`${discount.updatedAt}`,
    },
    order: [asc(discount.code)],
    filters: ({ active, customerId, day }: { active?: boolean; customerId?: string; day?: string }) => [
      active === undefined ? undefined : eq(discount.active, active),
      customerId === undefined ? undefined : eq(discount.customerId, customerId),
      day === undefined ? undefined : or(isNull(discount.validFrom), lte(discount.validFrom, day)),
      day === undefined ? undefined : or(isNull(discount.validTo), gte(discount.validTo, day)),
    ],
    references: {
      customerId: 'is no customer’s account number',
      priceListId: 'is no price list',
      productNo: 'is no product’s code',
    },
    check: (fields: Partial<DiscountFields>, current) => {
      const { validFrom, validTo, kind, basisPoints, offUnitPence } = { ...current, ...fields }
      if (validFrom && validTo && validFrom > validTo) throw refused('validTo', 'is before the first day')
      if (kind === 'percent' && basisPoints === 0) throw refused('basisPoints', 'takes nothing off')
      if (kind === 'per_unit' && offUnitPence === 0) throw refused('offUnitPence', 'takes nothing off')
      return fields
    },
  })

/** Questions in the order in which readers see them. */
export const QUESTIONS_BY_PLACE = [asc(sql`lower(${faqs.subject})`), asc(faqs.position), asc(faqs.question)]

type QuestionFilters = { audience?: FaqAudience }

export const faqsService = (
  parts: Parts,
): Answers<MaintainedCalls<FaqFields, QuestionFilters, (typeof FAQ_SORTS)[number]>> =>
  maintained(parts, {
    noun: 'faq',
    importKind: 'faqs',
    table: faqs,
    fields: FaqFields,
    words: ['question', 'question'],
    text: searchedText(faqs.subject, faqs.question, faqs.answer),
    sorts: {
      subject: sql`lower(${faqs.subject})`,
      question: sql`lower(${faqs.question})`,
      audience: sql`${faqs.audience}`,
      updated_at: sql`${faqs.updatedAt}`,
    },
    order: QUESTIONS_BY_PLACE,
    filters: ({ audience }: QuestionFilters) => [
      audience === undefined ? undefined : eq(faqs.audience, audience),
    ],
  })

export const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/${field}`, message }] })
