import type { ErrorReply } from '#contract/errors.ts'
import {
  type TemplateChanged,
  TemplateConflict,
  type TemplateCreated,
  type TemplateItemChanged,
} from '#contract/templates.ts'
import { planTemplateAppend, type TemplateAppend } from '#domain/templates/append.ts'
import { itemsOf, TEMPLATE_KINDS } from '#domain/templates/kinds.ts'
import type { CreateTemplate, TemplateOperation, TemplateRefusal } from '#domain/templates/operation.ts'
import { leftOutText, templateText } from '#domain/templates/words.ts'
import { noteRefusal } from '#src/store/lane-rows.ts'
import {
  forgetTemplate,
  putTemplateHead,
  readItemParts,
  readTemplateParts,
  replaceTemplate,
} from '#src/store/templates.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Appended, type Noun, type Plan, refusalOf, type Settled } from '#src/sync/engine/noun.ts'
import { callOfTemplate } from './calls.ts'
import { headOfReply, itemOfReply } from './replies.ts'

export const templateNoun: Noun<TemplateOperation, TemplateRefusal> = {
  rules: TEMPLATE_KINDS,
  words: {
    title: (name) => (name === undefined ? 'Template' : `Template “${name}”`),
    text: templateText,
    refused: leftOutText,
  },
  tables: {
    changed: ['templates', 'templateItems'],
    settled: ['templates', 'templateItems'],
    restored: ['templates', 'templateItems'],
  },
  call: callOfTemplate,
  conflict: TemplateConflict,
  codes: { gone: ['template_not_found', 'template_deleted'], refused: ['template_exists'] },
  plan,
  repeated: ({ operation, expectedVersion, refusal }) => ({
    operation,
    expectedVersion:
      operation.kind === 'details' ? (refusal?.template?.detailsVersion ?? expectedVersion) : null,
  }),
  settle: {
    applied: async ({ database, record, reply }) => {
      const { operation } = record
      if (operation.kind === 'create') {
        const created = reply as TemplateCreated
        if (operation.document) {
          // The next read brings the items.
          await putTemplateHead(database, headOfReply(created))
          return movedBy(created)
        }
        const unknown = new Set(created.unknown)
        const items = itemsOf(operation).filter(({ product_no }) => !unknown.has(product_no))
        if (unknown.size > 0) await noteLeftOut(database, record, unknown)
        // A repeated answer has an old state; the next read brings what has changed since.
        if (!(await database.templates.get(created.id)))
          await replaceTemplate(database, headOfReply(created), items)
        return movedBy(created)
      }
      if ('template' in (reply as object)) return await settleItem(database, reply as TemplateItemChanged)
      const changed = reply as TemplateChanged
      await settleHead(database, changed)
      return movedBy(changed)
    },
    conflict: async ({ database, reply, status }) => {
      const { template, code, message } = reply as ErrorReply & TemplateConflict
      const head = headOfReply(template)
      await putTemplateHead(database, head)
      return { code, message, status, template: head }
    },
    gone: async ({ database, id, reply, status }) => {
      const { code } = reply as ErrorReply
      if (code === 'template_deleted') await database.templates.update(id, { deleted: true })
      else await forgetTemplate(database, id)
      return refusalOf({ reply, status })
    },
  },
}

async function plan({ database, id, operation, seen }: Appended<TemplateOperation>): Promise<Plan> {
  const parts = await partsFor(database, id, operation)
  const { takenBack, write } = planTemplateAppend({
    ...parts,
    operation,
    seen: seen as TemplateAppend['seen'],
  })
  return {
    takenBack,
    write: write && { ...write, into: parts.queue.find(({ opId }) => opId === write.into) },
  }
}

/** A change of an item that is there depends on nothing else: a template may hold hundreds. */
const partsFor = (database: UserDatabase, id: string, operation: TemplateOperation) =>
  operation.kind === 'setItem' || operation.kind === 'removeItem'
    ? readItemParts(database, id, operation.product_no)
    : readTemplateParts(database, id)

/** Notes the creation with only the products the server does not know. */
const noteLeftOut = (
  database: UserDatabase,
  { lane, operation }: Settled<TemplateOperation, TemplateRefusal>['record'],
  unknown: ReadonlySet<string>,
): PromiseLike<unknown> => {
  const items = (operation as CreateTemplate).items.filter(({ product_no }) => unknown.has(product_no))
  return noteRefusal(
    database,
    { lane, operation: { ...operation, items } as TemplateOperation },
    'unknown_products',
  )
}

const settleItem = async (database: UserDatabase, reply: TemplateItemChanged) => {
  const { template, versionBefore } = reply
  const known = await database.templates.get(template.id)
  if (known && known.version > template.version) return new Map()
  await database.templateItems.put({ ...itemOfReply(reply), templateId: template.id })
  await settleHead(database, { ...template, versionBefore })
  return new Map()
}

/** If nobody else has changed anything in between, the stored items are still complete. */
const settleHead = async (
  database: UserDatabase,
  { versionBefore, ...template }: Pick<TemplateChanged, 'versionBefore'> & Parameters<typeof headOfReply>[0],
): Promise<void> => {
  const known = await database.templates.get(template.id)
  const isComplete = known !== undefined && known.itemsVersion === versionBefore
  await putTemplateHead(database, headOfReply(template), isComplete ? template.version : undefined)
}

const movedBy = ({ detailsVersionBefore, detailsVersion }: TemplateChanged) =>
  new Map([['details', { before: detailsVersionBefore, after: detailsVersion }]])
