import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import { productMark } from '#domain/product-mark.ts'
import type { TemplateItemView, TemplateView } from '#domain/templates/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import { removeItem, setItem } from './template-actions.ts'
import styles from './template-items.module.css'

export type TemplateItemsProps = {
  template: TemplateView
  products: ReadonlyMap<string, Product> | undefined
}

/** The shelf: order by drag or keyboard, par levels, removal. */
export function TemplateItems({ template, products }: TemplateItemsProps) {
  const device = useUserDevice()
  const { id, items } = template
  const rows = useMemo(
    () =>
      items.map((item) => ({
        id: item.product_no,
        label: products?.get(item.product_no)?.name ?? item.product_no,
        item,
        product: products?.get(item.product_no),
      })),
    [items, products],
  )
  return (
    <RowList
      label="Shelf order"
      rows={rows}
      getKey={({ id: product_no }) => product_no}
      estimatedHeight={60}
      headings={
        <div className={styles.headings} aria-hidden="true">
          <span>Par level</span>
        </div>
      }
      renderRow={({ item, product, label }) => (
        <ItemRow
          item={item}
          product={product}
          label={label}
          onPar={(parLevel) => setItem(device, id, { product_no: item.product_no, parLevel })}
          onRemove={() => removeItem(device, id, item.product_no)}
        />
      )}
    />
  )
}

type ItemRowProps = {
  item: TemplateItemView
  product: Product | undefined
  label: string
  onPar: (parLevel: number | null) => unknown
  onRemove: () => unknown
}

function ItemRow({ item, product, label, onPar, onRemove }: ItemRowProps) {
  const { product_no, parLevel, lastQuantity } = item
  const facts = product ? [product.pack, product_no] : [product_no, 'not sold at the moment']
  const last = lastQuantity === null ? [] : [`last ${lastQuantity}`]
  return (
    <div className={styles.row}>
      <div className={styles.picture}>
        <ProductPicture mark={product && productMark(product)} storage={product?.storageType} />
      </div>
      <div className={styles.words}>
        <p className={styles.name}>{label}</p>
        <p className={styles.detail}>{[...facts, ...last].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.par}>
        <QuantityBox
          name={label}
          label="Par level"
          value={parLevel ?? 0}
          onChange={({ quantity }) => onPar(quantity > 0 ? quantity : null)}
        />
      </div>
      <IconButton
        label={`Delete ${label}`}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  )
}
