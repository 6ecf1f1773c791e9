import { v7 as uuidv7 } from 'uuid'
import type { TemplateCreated, templates } from '#contract/templates.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { TEMPLATE_ITEMS_MAX, type TemplateVisibility } from '#domain/templates/template.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { requireCurrentCustomerId, requireCustomer } from '#server/features/customers/require-customer.ts'
import { findTrolly, readLines } from '#server/features/trollies/trolly-rows.repository.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { headOf } from './template-changes.ts'
import { insertItems } from './template-items.repository.ts'
import {
  findDocumentLines,
  findOrderLines,
  findSold,
  type SourceLine,
} from './template-sources.repository.ts'
import { findTemplate, insertTemplate } from './templates.repository.ts'
import { requireMayShare, requireTemplate } from './templates.service.ts'

/**
 * An id of a template that the caller sees is `template_exists`, another's `template_not_found`, as for trollies.
 * Every creation @throws Refusal `template_exists`, `template_not_found`, `too_many_items`, `may_not_order`
 */
export type TemplateCreationService = {
  /** @throws Refusal `customer_required`, `customer_not_found` */
  empty: (call: MutationCall<typeof templates.create>) => Promise<TemplateCreated>
  /** @throws Refusal `order_not_found` */
  fromOrder: (call: MutationCall<typeof templates.createFromTransaction>) => Promise<TemplateCreated>
  /** @throws Refusal `document_not_found` */
  fromDocument: (call: MutationCall<typeof templates.createFromDocument>) => Promise<TemplateCreated>
  /** In any state. @throws Refusal `trolly_not_found` */
  fromTrolly: (call: MutationCall<typeof templates.createFromTrolly>) => Promise<TemplateCreated>
  /** @throws Refusal `customer_required`, `customer_not_found` */
  fromArray: (call: MutationCall<typeof templates.createFromArray>) => Promise<TemplateCreated>
}

export const templateCreationService = (): TemplateCreationService => ({
  empty: async (call) => {
    const customerId = await requireCustomerOf(call, call.body)
    return await create(call, { ...call.body, customerId }, [])
  },

  fromOrder: async (call) => {
    const { id } = call.params
    const { tdd_id = id, ...wanted } = call.body
    // Both ids are the order's.
    const order =
      tdd_id.toLowerCase() === id.toLowerCase()
        ? await findOrderLines(call.connection, call.user, id)
        : undefined
    if (order === undefined) throw new Refusal('order_not_found')
    return await create(call, { ...wanted, customerId: order.customerId }, order.lines)
  },

  fromDocument: async (call) => {
    const { tdd_id, ...wanted } = call.body
    const document = await findDocumentLines(call.connection, call.user, {
      orderId: call.params.id,
      documentId: tdd_id,
    })
    if (document === undefined) throw new Refusal('document_not_found')
    return await create(call, { ...wanted, customerId: document.customerId }, document.lines)
  },

  fromTrolly: async (call) => {
    const { connection, user, params, body } = call
    const trolly = await findTrolly(connection, user, params.id)
    if (trolly === undefined) throw new Refusal('trolly_not_found')
    const lines = (await readLines(connection, trolly)).filter(({ removed }) => !removed)
    return await create(call, { ...body, customerId: trolly.customerId }, lines)
  },

  fromArray: async (call) => {
    const { connection, query, body, now } = call
    const customerId = await requireCustomerOf(call, query)
    const lines = body.map(({ product_number: product_no, ...line }) => ({ ...line, product_no }))
    const sold = await findSold(connection, numbersOf(lines))
    const unknown = numbersOf(lines.filter(({ product_no }) => !sold.has(product_no)))
    const known = lines.filter(({ product_no }) => sold.has(product_no))
    const { name = `List of ${dayText(londonDayOf(now))}` } = query
    return { ...(await create(call, { ...query, name, customerId }, known)), unknown }
  },
})

type Creation = Pick<MutationCall<typeof templates.create>, 'connection' | 'user' | 'now'>
/** A pasted list may lack quantities. */
type WantedLine = Pick<SourceLine, 'product_no'> & Partial<SourceLine>
type Wanted = { id?: string; customerId: string; name: string; visibility?: TemplateVisibility }

const requireCustomerOf = async (
  { connection, user }: Creation,
  { customerId }: { customerId?: string },
): Promise<string> => {
  if (customerId === undefined) return await requireCurrentCustomerId(connection, user)
  await requireCustomer(connection, user, customerId)
  return customerId
}

async function create(
  { connection, user, now }: Creation,
  { id = uuidv7(), customerId, name, visibility = 'private' }: Wanted,
  lines: readonly WantedLine[],
): Promise<TemplateCreated> {
  requireMayShare(user, visibility)
  const quantities = summed(lines)
  if (quantities.size > TEMPLATE_ITEMS_MAX) throw new Refusal('too_many_items')
  const inserted = await insertTemplate(connection, {
    id,
    customerId,
    ownerId: user.userId,
    name,
    visibility,
    itemCount: quantities.size,
    createdAt: now,
    updatedAt: now,
  })
  const template = requireTemplate(await findTemplate(connection, user, id))
  if (!inserted) throw new Refusal('template_exists')

  const product_nos = [...quantities.keys()]
  await insertItems(
    connection,
    product_nos.map((product_no, index) => ({
      templateId: template.id,
      product_no,
      parLevel: null,
      lastQuantity: quantities.get(product_no) ?? null,
      position: index + 1,
      shelf: null,
      parLevels: null,
      deleted: false,
      addedAt: now,
    })),
  )
  const sold = await findSold(connection, product_nos)
  return {
    ...headOf(template),
    versionBefore: 0,
    detailsVersionBefore: 0,
    archived: product_nos.filter((product_no) => sold.get(product_no) !== true),
    unknown: [],
  }
}

/** One item for each product, in order of its first line; null: no line has a quantity. */
function summed(lines: readonly WantedLine[]): ReadonlyMap<string, number | null> {
  const quantities = new Map<string, number | null>()
  for (const { product_no, quantity = 0 } of lines)
    quantities.set(product_no, Math.min((quantities.get(product_no) ?? 0) + quantity, QUANTITY_MAX) || null)
  return quantities
}

const numbersOf = (lines: readonly WantedLine[]): string[] => [
  ...new Set(lines.map(({ product_no }) => product_no)),
]
