import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { UNDO_MS } from '#domain/undo.ts'
import { REMOVED_ROW } from './row-focus.ts'

/** `isKept`: the row is gone, but its place is still open. */
export type Place<Row> = { row: Row; isKept: boolean }

/** Minimum time since the last touch: the next tap is aimed at the current layout. */
const QUIET_MS = 2_000
const LOOK_EVERY_MS = 500

type Kept<Row> = {
  key: string
  row: Row
  above: string[]
  since: number
  /** It left the list: if it returns, it is a normal row. */
  wasGone: boolean
}

/** Keeps removed rows' places until the hand leaves: else a second tap on − would remove the row that moved up. */
export const useKeptPlaces = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const [kept, setKept] = useState<readonly Kept<Row>[]>([])
  const places = useMemo(() => withKept(rows, kept, keyOf), [rows, kept, keyOf])
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  })

  useEffect(() => {
    const present = new Set(rows.map(keyOf))
    setKept((known) => {
      const next = known
        .filter(({ key, wasGone }) => !(wasGone && present.has(key)))
        .map((each) => (each.wasGone || present.has(each.key) ? each : { ...each, wasGone: true }))
      return next.length === known.length && next.every((each, at) => each === known[at]) ? known : next
    })
  }, [rows, keyOf])

  const release = useCallback(
    (key: string) => setKept((known) => known.filter((each) => each.key !== key)),
    [],
  )
  const keep = useCallback(
    (key: string) => {
      const keys = latest.current.map(({ row }) => keyOf(row))
      const at = keys.indexOf(key)
      const row = latest.current[at]?.row
      if (row === undefined) return
      const place = { key, row, above: keys.slice(0, at), since: Date.now(), wasGone: false }
      setKept((known) => [...known.filter((each) => each.key !== key), place])
    },
    [keyOf],
  )

  const isAny = kept.length > 0
  useEffect(() => {
    if (!isAny) return
    const hand = watchHand()
    const timer = setInterval(() => {
      const now = Date.now()
      if (hand.isNear(now)) return
      setKept((known) => known.filter(({ since }) => now - since < UNDO_MS))
    }, LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
      hand.stop()
    }
  }, [isAny])

  return { places, keep, release }
}

function withKept<Row>(
  rows: readonly Row[],
  kept: readonly Kept<Row>[],
  keyOf: (row: Row) => string,
): readonly Place<Row>[] {
  const places = rows.map((row): Place<Row> => ({ row, isKept: false }))
  if (kept.length === 0) return places
  const present = new Set(rows.map(keyOf))
  const missing = kept.filter(({ key }) => !present.has(key))
  for (const { row, above } of missing.toSorted((one, other) => one.above.length - other.above.length)) {
    const keys = places.map((place) => keyOf(place.row))
    const at = Math.max(-1, ...above.map((key) => keys.indexOf(key)))
    places.splice(at + 1, 0, { row, isKept: true })
  }
  return places
}

/** Whether a finger, the mouse or the focus is in the list. */
function watchHand() {
  let touchedAt = Date.now()
  let isOverRows = false
  const onTouch = (): void => {
    touchedAt = Date.now()
  }
  const onMove = ({ target, pointerType }: PointerEvent): void => {
    isOverRows = pointerType === 'mouse' && target instanceof Element && target.closest('[data-row]') !== null
  }
  const onLeave = (): void => {
    isOverRows = false
  }
  const stopped = new AbortController()
  const { signal } = stopped
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    window.addEventListener(type, onTouch, { capture: true, passive: true, signal })
  window.addEventListener('pointermove', onMove, { passive: true, signal })
  document.documentElement.addEventListener('pointerleave', onLeave, { signal })
  return {
    isNear: (now: number): boolean =>
      isOverRows || now - touchedAt < QUIET_MS || document.activeElement?.closest(`[${REMOVED_ROW}]`) != null,
    stop: () => stopped.abort(),
  }
}
