import { IconCalendarCog, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { WEEKDAYS } from '#domain/london-time.ts'
import { pictureSources } from '#domain/pictures.ts'
import type { Product } from '#domain/product.ts'
import { productMark } from '#domain/product-mark.ts'
import { namesApart } from '#domain/product-words.ts'
import { positionsToMove } from '#domain/templates/positions.ts'
import type { TemplateItemView, TemplateView } from '#domain/templates/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { ItemSettings } from '#src/features/templates/form/item-settings.tsx'
import { placeItems, removeItem, setItem } from '#src/features/templates/template-actions.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { DragHandle, type HandleProps } from '#src/ui/list/drag-handle.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { SortableRows } from '#src/ui/list/sortable-rows.tsx'
import styles from './template-items.module.css'

export type TemplateItemsProps = {
  template: TemplateView
  products: ReadonlyMap<string, Product> | undefined
}

type ShelfRow = { id: string; label: string; item: TemplateItemView; product: Product | undefined }

/** The shelf: order by drag or keyboard, par levels, removal. */
export function TemplateItems({ template, products }: TemplateItemsProps) {
  const device = useUserDevice()
  const { id, items } = template
  const rows = useMemo(() => {
    const names = namesApart(items.flatMap(({ product_no }) => products?.get(product_no) ?? []))
    return items.map((item): ShelfRow => {
      const { product_no } = item
      return {
        id: product_no,
        label: names.get(product_no) ?? product_no,
        item,
        product: products?.get(product_no),
      }
    })
  }, [items, products])
  const onPar = useCallback(
    (product_no: string, parLevel: number | null) => setItem(device, id, { product_no, parLevel }),
    [device, id],
  )
  const [editing, setEditing] = useState<string>()
  const edited = rows.find((row) => row.id === editing)
  const onRemove = useCallback((product_no: string) => removeItem(device, id, product_no), [device, id])
  return (
    <>
      <SortableRows
        label="Shelf order"
        items={rows}
        onMove={(product_no, beforeId) =>
          placeItems(device, id, positionsToMove(items, product_no, beforeId))
        }
        estimatedHeight={60}
        headings={
          <div className={styles.headings} aria-hidden="true">
            <span>Par level</span>
          </div>
        }
        renderRow={(row, handle) => (
          <ItemRow {...row} handle={handle} onPar={onPar} onEdit={setEditing} onRemove={onRemove} />
        )}
      />
      <ItemSettings
        template={template}
        item={edited?.item}
        name={edited?.label ?? ''}
        onClose={() => setEditing(undefined)}
      />
    </>
  )
}

type ItemRowProps = Omit<ShelfRow, 'id'> & {
  handle: HandleProps
  onPar: (product_no: string, parLevel: number | null) => unknown
  onEdit: (product_no: string) => void
  onRemove: (product_no: string) => unknown
}

const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, product, label, handle, onPar, onEdit, onRemove } = props
  const { product_no, parLevel, lastQuantity, shelf, parLevels } = item
  const facts = product ? [product.pack, product_no] : [product_no, 'not sold at the moment']
  const last = lastQuantity === null ? [] : [`usually ${lastQuantity}`]
  const byDay = WEEKDAYS.flatMap((day, at) => {
    const par = parLevels?.[at] ?? null
    return par === null ? [] : `${day} ${par}`
  })
  const kept = [...(shelf == null ? [] : [shelf]), ...(byDay.length === 0 ? [] : [`par ${byDay.join(', ')}`])]
  return (
    <div className={styles.row}>
      <DragHandle {...handle} />
      <div className={styles.picture}>
        <ProductPicture
          mark={product && productMark(product)}
          storage={product?.storageType}
          image={product && pictureSources(product)}
        />
      </div>
      <div className={styles.words}>
        <p className={styles.name}>{label}</p>
        <p className={styles.detail}>
          {[...facts, ...last, ...kept].filter(Boolean).map((fact, at, all) => (
            <span key={fact}>{at === all.length - 1 ? fact : `${fact} ·`}</span>
          ))}
        </p>
      </div>
      <div className={styles.par}>
        <QuantityBox
          name={label}
          label="Par level"
          value={parLevel ?? 0}
          onChange={({ quantity }) => onPar(product_no, quantity > 0 ? quantity : null)}
        />
      </div>
      <IconButton
        label={`Shelf and pars of ${label}`}
        icon={<IconCalendarCog size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => onEdit(product_no)}
      />
      <IconButton
        label={`Delete ${label}`}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => onRemove(product_no)}
      />
    </div>
  )
})
