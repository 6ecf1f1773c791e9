import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useRef } from 'react'
import type { UserDevice } from '#src/device/user-device.ts'
import type { TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { useKeptPlaces } from '#src/ui/list/use-kept-places.ts'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'
import { announce } from '#src/ui/status/announcer.tsx'
import { editLine, type Removal } from './edit-trolly.ts'

/** A removed line keeps its place, with its undo. */
export const useRemovals = (device: UserDevice, trollyId: string, rows: readonly TrollyRow[]) => {
  const { places, keep, release } = useKeptPlaces(rows, keyOf)
  const removals = useRef(new Map<string, Removal>())

  const change = useCallback(
    async (asked: QuantityChange, shown: TrollyRow): Promise<void> => {
      const { product_no } = shown.line
      removals.current.delete(product_no)
      if (asked.quantity === 0) keep(product_no)
      try {
        const removal = await editLine(device, trollyId, { product_no, asked, shown })
        if (!removal) return
        removals.current.set(product_no, removal)
        announce(`${removal.name} removed`)
      } catch (error) {
        release(product_no)
        throw error
      }
    },
    [device, trollyId, keep, release],
  )

  const undo = useCallback((product_no: string): void => {
    const removal = removals.current.get(product_no)
    removals.current.delete(product_no)
    void removal?.undo()
  }, [])

  const kept = places.filter(({ isKept }) => isKept).map(({ row }) => keyOf(row))
  const undoLast = () => {
    const last = [...removals.current.keys()].findLast((product_no) => kept.includes(product_no))
    if (last !== undefined) undo(last)
  }
  useUndoKey(kept.length > 0, undoLast)
  return { places, change, undo }
}

const keyOf = ({ line }: TrollyRow): string => line.product_no

/** Ctrl+Z, unless a text field or a message on screen uses it. On window, which runs after the app's shortcuts on document. */
const useUndoKey = (enabled: boolean, undo: () => void): void => {
  useWindowEvent('keydown', (event) => {
    if (!enabled || event.defaultPrevented || event.key !== 'z' || event.shiftKey) return
    if (!event.ctrlKey && !event.metaKey) return
    const { target } = event
    const isText = target instanceof Element && target.matches('input, textarea, select')
    if (isText && !target.matches('[data-row-target="quantity"]')) return
    event.preventDefault()
    undo()
  })
}
