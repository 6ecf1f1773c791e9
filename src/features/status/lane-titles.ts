import { momentText } from '#domain/as-of.ts'
import type { TrollyRecord } from '#domain/trollies/operation.ts'
import { viewTrolly } from '#domain/trollies/view.ts'
import { contentsText, poNumberText, titlesApart, trollyTitle } from '#domain/trollies/words.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import type { Choice } from '#src/store/choice.ts'
import { understood } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

export type Lane = { trollyId: string; queue: readonly TrollyRecord[]; head: TrollyHead | undefined }

/** @param marks from `readMarks`, for the trollies of `twinsOf` */
export const laneTitles = (
  lanes: readonly Lane[],
  marks: ReadonlyMap<string, string[]>,
): ReadonlyMap<string, string> =>
  titlesApart(
    lanes.map((lane) => ({
      id: lane.trollyId,
      title: titleOf(lane),
      marks: marks.get(lane.trollyId) ?? [],
    })),
  )

/** Trollies that share a day. Only their lines are read, since this runs at every step of sending. */
export const twinsOf = (lanes: readonly Lane[]): Lane[] => {
  const titles = lanes.map(titleOf)
  return lanes.filter((_, at) => titles.indexOf(titles[at] ?? '') !== titles.lastIndexOf(titles[at] ?? ''))
}

const titleOf = ({ queue, head }: Lane): string => {
  const create = queue.map(({ operation }) => operation).find(({ kind }) => kind === 'create')
  const details = head ?? (create?.kind === 'create' ? create.details : undefined)
  return details ? trollyTitle(details, new Date()) : 'Trolly'
}

export const readMarks = async (
  database: UserDatabase,
  lanes: readonly Lane[],
  choice: Choice | undefined,
): Promise<ReadonlyMap<string, string[]>> => {
  const lines = await database.lines
    .where('trollyId')
    .anyOf(lanes.map(({ trollyId }) => trollyId))
    .toArray()
  const views = lanes.flatMap(({ trollyId, queue, head }) => {
    const own = lines.filter((line) => line.trollyId === trollyId)
    return viewTrolly({ head, lines: own, queue: understood(queue) }) ?? []
  })
  const present = views.map(({ lines: all }) => all.filter(({ removed }) => !removed))
  const products = await database.products.bulkGet([
    ...new Set(present.flatMap((own) => own.slice(0, NAMES_TOLD)).map(({ product_no }) => product_no)),
  ])
  const names = new Map(products.flatMap((product) => (product ? [[product.product_no, product.name]] : [])))
  return new Map(
    views.map(({ id, customerId, poNumber, createdAt }, at) => {
      const own = present[at] ?? []
      const first = own
        .slice(0, NAMES_TOLD)
        .map(({ product_no, knownAs }) => names.get(product_no) ?? knownAs ?? product_no)
      return [
        id,
        [
          choice?.customer.id === customerId ? choice.customer.name : `account ${customerId}`,
          poNumberText(poNumber),
          contentsText(first, own.length) || 'empty',
          `started ${momentText(new Date(createdAt), new Date())}`,
        ],
      ]
    }),
  )
}

/** This many fit beside the day. */
const NAMES_TOLD = 2
