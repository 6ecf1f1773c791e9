import { countText } from '#domain/plain-text.ts'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import type { TemplateOperation } from './operation.ts'

export const templateText = (operation: TemplateOperation, nameOf: NameOf): string =>
  TEXTS[operation.kind](operation as never, nameOf)

/** For creations that leave out products which were never sold. */
export const leftOutText = (refused: readonly { operation: TemplateOperation }[]): string =>
  refused
    .flatMap(({ operation }) => (operation.kind === 'create' ? [operation] : []))
    .map(
      ({ name, items }) =>
        `Not added to “${name}”: ${items.map(({ product_no }) => product_no).join(', ')}. We don’t know ${
          items.length === 1 ? 'this code' : 'these codes'
        }.`,
    )
    .join(' ')

type Texts = {
  [Kind in TemplateOperation['kind']]: (
    of: Extract<TemplateOperation, { kind: Kind }>,
    nameOf: NameOf,
  ) => string
}

const TEXTS: Texts = {
  create: ({ name, items, document }) =>
    `Create “${name}”${document ? ' from a document' : `, ${countText(items.length, 'product')}`}`,
  details: ({ changes }) => detailsText(changes),
  delete: () => 'Delete the template',
  restore: () => 'Restore the template',
  addItem: ({ product_no }, nameOf) => `Add ${nameOf(product_no)}`,
  setItem: ({ product_no, settings }, nameOf) => `${settingsText(settings)} ${nameOf(product_no)}`,
  removeItem: ({ product_no }, nameOf) => `Remove ${nameOf(product_no)}`,
  restoreItem: ({ product_no }, nameOf) => `Restore ${nameOf(product_no)}`,
}

const detailsText = ({ name, visibility }: { name?: string; visibility?: TemplateVisibility }): string =>
  [
    ...(name === undefined ? [] : [`Rename to “${name}”`]),
    ...(visibility === undefined ? [] : [visibility === 'shared' ? 'Share it' : 'Make it private']),
  ].join(', ')

const settingsText = (settings: object): string =>
  'position' in settings
    ? 'Move'
    : 'parLevel' in settings || 'parLevels' in settings
      ? 'Change the par level of'
      : 'Record the quantity of'
