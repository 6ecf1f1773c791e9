import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type Modifier,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type PointerEventHandler, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './sortable-rows.module.css'

/* The pointer's half of sortable-rows.tsx, in a chunk of its own. Rows stay where they are; a line shows where one would go. */

export type DragRowsProps = {
  labelOf: (id: string) => string
  /** The dragged item takes the place of the other. */
  onPlace: (id: string, overId: string) => void
  children: ReactNode
}

export function DragRows({ labelOf, onPlace, children }: DragRowsProps) {
  const [dragged, setDragged] = useState<string>()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestRow}
      modifiers={VERTICAL}
      accessibility={SILENT}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        setDragged(undefined)
        if (over && over.id !== active.id) onPlace(String(active.id), String(over.id))
      }}
    >
      {children}
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {dragged === undefined ? null : (
            <div className={styles.card} aria-hidden="true">
              {labelOf(dragged)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

export type DragRowProps = {
  id: string
  index: number
  children: (onPointerDown: PointerEventHandler<HTMLElement> | undefined) => ReactNode
}

export function DragRow({ id, index, children }: DragRowProps) {
  const data = { index }
  const { setNodeRef: setRow, listeners, isDragging } = useDraggable({ id, data })
  const { setNodeRef: setPlace, isOver, active } = useDroppable({ id, data })
  const from = active?.data.current?.index as number | undefined
  return (
    <div
      ref={(element) => {
        setRow(element)
        setPlace(element)
      }}
      className={styles.row}
      data-dragged={isDragging || undefined}
      data-drop={
        !isOver || from === undefined || from === index ? undefined : from < index ? 'after' : 'before'
      }
    >
      {children(listeners?.onPointerDown as PointerEventHandler<HTMLElement> | undefined)}
    </div>
  )
}

/** Looks at heights alone: the finger may be beside the rows, or above or below all of them. */
const nearestRow: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  if (!pointerCoordinates) return []
  const { y } = pointerCoordinates
  const distances = droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id)
    return rect ? [{ id, data: { value: Math.max(rect.top - y, y - rect.bottom, 0) } }] : []
  })
  return distances.sort((one, other) => one.data.value - other.data.value).slice(0, 1)
}

const VERTICAL: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

/** Our own announcer speaks. */
const nothing = () => undefined
const SILENT = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
}
