import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  memo,
  type PointerEvent,
  type PointerEventHandler,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import type { HandleProps } from './drag-handle.tsx'
import { RowList } from './row-list.tsx'
import { LoadingRows, RowSkeleton } from './row-skeleton.tsx'
import styles from './sortable-rows.module.css'
import { type OnMove, type SortableItem, STEPS_OF_ROW, useSorting } from './use-sorting.ts'

export type SortableRowsProps<Item extends SortableItem> = {
  label: string
  items: readonly Item[]
  /** Give the props to a DragHandle within the row. Keep the function stable and the row memoised. */
  renderRow: (item: Item, handle: HandleProps) => ReactNode
  onMove: OnMove
  headings?: ReactNode
  estimatedHeight?: number | undefined
}

/**
 * A list that is put in order by drag (finger or mouse) and by keyboard: Space picks up, arrows, Page Up, Page Down, Home
 * and End move, Space puts down, Escape cancels. A press on the handle picks up too, and shows two buttons. Without the dragging script, which comes late, keys still work.
 */
export function SortableRows<Item extends SortableItem>({
  renderRow,
  onMove,
  ...props
}: SortableRowsProps<Item>) {
  const { items } = props
  const { dragging, failed } = useDragging()
  const { list, rows, lifted, onHandle, place } = useSorting({ items, onMove })
  const hintId = useId()
  if (!dragging && !failed)
    return <LoadingRows count={Math.min(items.length, SKELETONS)} skeleton={<RowSkeleton height="4rem" />} />

  const rowWith = (item: Item, onPointerDown?: OnPointerDown) => (
    <SortableRow
      item={item}
      lifted={item.id === lifted}
      hintId={hintId}
      on={onHandle}
      onPointerDown={onPointerDown}
      renderRow={renderRow as SortableRowsProps<SortableItem>['renderRow']}
    />
  )
  const sortable = (
    <div ref={list} className={styles.list}>
      <RowList
        {...props}
        rows={rows}
        getKey={({ id }) => id}
        renderRow={(item, index) =>
          dragging ? (
            <dragging.DragRow id={item.id} index={index}>
              {(onPointerDown) => rowWith(item, onPointerDown)}
            </dragging.DragRow>
          ) : (
            rowWith(item)
          )
        }
      />
      <Hidden id={hintId}>
        Drag, or press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.
      </Hidden>
    </div>
  )
  if (!dragging) return sortable
  const labelOf = (id: string) => rows.find((row) => row.id === id)?.label ?? ''
  return (
    <dragging.DragRows labelOf={labelOf} onPlace={place}>
      {sortable}
    </dragging.DragRows>
  )
}

const SKELETONS = 8

type OnPointerDown = PointerEventHandler<HTMLElement>

type SortableRowProps = {
  item: SortableItem
  lifted: boolean
  hintId: string
  on: ReturnType<typeof useSorting>['onHandle']
  onPointerDown: OnPointerDown | undefined
  renderRow: SortableRowsProps<SortableItem>['renderRow']
}

/** Props of the handle change only with the row, although every row hears of each move of a drag. */
const SortableRow = memo(function SortableRow(props: SortableRowProps) {
  const { item, lifted, hintId, on, onPointerDown, renderRow } = props
  const handle = useMemo(
    (): HandleProps => ({
      'aria-label': `Move ${item.label}`,
      'aria-describedby': hintId,
      'aria-pressed': lifted,
      'data-handle': item.id,
      onClick: () => on.toggle(item.id),
      onKeyDown: on.onKeyDown,
      onBlur: on.onBlur,
      onPointerDown: onPointerDown && ((event) => press(event, onPointerDown)),
    }),
    [item, lifted, hintId, on, onPointerDown],
  )
  return (
    <>
      {renderRow(item, handle)}
      {lifted ? <Steps label={item.label} on={on} /> : null}
    </>
  )
})

/** For people who cannot drag and have no keys. */
function Steps({ label, on }: { label: string; on: SortableRowProps['on'] }) {
  const steps = [
    { words: 'up', key: 'ArrowUp', Icon: IconArrowUp },
    { words: 'down', key: 'ArrowDown', Icon: IconArrowDown },
  ]
  return (
    <div className={styles.steps} {...{ [STEPS_OF_ROW]: true }}>
      {steps.map(({ words, key, Icon }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          aria-label={`Move ${label} ${words}`}
          // Else the press takes the focus from the handle, which puts the row down.
          onMouseDown={(event) => event.preventDefault()}
          onBlur={on.onBlur}
          onClick={() => on.step(key)}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

/** Safari focuses no button that is pressed, and a virtual list keeps only the focused row while the page scrolls. */
const press = (event: PointerEvent<HTMLElement>, onPointerDown: OnPointerDown): void => {
  event.currentTarget.focus({ preventScroll: true })
  onPointerDown(event)
}

type Dragging = typeof import('./drag-rows.tsx')
let loaded: Dragging | undefined

function useDragging() {
  const [dragging, setDragging] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (dragging) return
    import('./drag-rows.tsx').then(
      (module) => {
        loaded = module
        setDragging(() => module)
      },
      () => setFailed(true),
    )
  }, [dragging])
  return { dragging, failed }
}
