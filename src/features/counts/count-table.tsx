import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { CountLine } from '#domain/counts/lines.ts'
import { halvesText, parseHalves, quantityMissing } from '#domain/counts/quantity.ts'
import { productMark } from '#domain/product-mark.ts'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import styles from './count-table.module.css'
import { useScannedLine } from './use-scanned-line.ts'

export type CountTableProps = {
  lines: readonly CountLine[]
  onEnter: (product_no: string, halves: number | null) => void
}

/** For a desk: a field for each product. Enter and the arrows go from one to the next. */
export function CountTable({ lines, onEnter }: CountTableProps) {
  const table = useRef<HTMLTableElement>(null)
  useScannedLine(lines, (at) => table.current?.querySelectorAll('input')[at]?.focus())
  return (
    <Table
      ref={table}
      className={styles.table ?? ''}
      tabularNums
      stickyHeader
      stickyHeaderOffset="var(--shell-top)"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th>Usually</Table.Th>
          <Table.Th>Par</Table.Th>
          <Table.Th>On the shelf</Table.Th>
          <Table.Th>In trolly</Table.Th>
          <Table.Th>Order</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.flatMap((line, at) => {
          const isFirst = line.shelf !== (lines[at - 1]?.shelf ?? '')
          return [
            ...(isFirst ? [<ShelfRow key={`shelf ${line.shelf}`} shelf={line.shelf} />] : []),
            <LineRow key={line.product_no} line={line} onEnter={onEnter} />,
          ]
        })}
      </Table.Tbody>
    </Table>
  )
}

function ShelfRow({ shelf }: { shelf: string }) {
  return (
    <Table.Tr>
      <Table.Th colSpan={6} scope="rowgroup" className={styles.shelfName ?? ''}>
        {shelf || 'Other products'}
      </Table.Th>
    </Table.Tr>
  )
}

function LineRow({ line, onEnter }: { line: CountLine; onEnter: CountTableProps['onEnter'] }) {
  const { product_no, name, product, par, lastQuantity, entry, inTrolly } = line
  const entered = entry?.halves ?? null
  const stored = entered === null ? '' : halvesText(entered)
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? stored
  const halves = shown === '' ? null : parseHalves(shown)
  const isWrong = halves === undefined
  const commit = () => {
    if (isWrong) return
    setTyped(undefined)
    if (halves !== entered) onEnter(product_no, halves)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key]
    if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    if (step === undefined || isWrong) return
    event.preventDefault()
    commit()
    fieldBeside(event.currentTarget, step)?.focus()
  }
  return (
    <Table.Tr>
      <Table.Td>
        <div className={styles.product}>
          <div className={styles.picture}>
            <ProductPicture mark={product && productMark(product)} storage={product?.storageType} />
          </div>
          <div>
            <p>{name}</p>
            <p className={styles.soft}>{[product?.pack, product_no].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
      </Table.Td>
      <Table.Td>{lastQuantity ?? '–'}</Table.Td>
      <Table.Td>{par ?? '–'}</Table.Td>
      <Table.Td>
        <input
          className={styles.field}
          inputMode="decimal"
          autoComplete="off"
          aria-label={`On the shelf: ${name}`}
          aria-invalid={isWrong || undefined}
          title={isWrong ? 'Whole or half packs, such as 3 or 3.5' : undefined}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
      </Table.Td>
      <Table.Td>{inTrolly > 0 ? inTrolly : '–'}</Table.Td>
      <Table.Td className={styles.order ?? ''}>
        {halves == null || par === null ? '–' : quantityMissing({ par, halves, inTrolly })}
      </Table.Td>
    </Table.Tr>
  )
}

const STEPS: Record<string, 1 | -1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

const fieldBeside = (field: HTMLInputElement, step: 1 | -1): HTMLInputElement | undefined => {
  const fields = [...(field.closest('table')?.querySelectorAll('input') ?? [])]
  return fields[fields.indexOf(field) + step]
}
