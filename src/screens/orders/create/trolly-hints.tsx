import { lazy, type ReactNode, useEffect, useState } from 'react'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { Late } from '#src/ui/surface/late.tsx'
import { UsualHints } from './usual-hints.tsx'

/** Lazy: few trollies have any notices. */
const TrollySafety = lazy(async () => ({
  default: (await import('#src/features/safety-notices/trolly-safety.tsx')).TrollySafety,
}))

type Bands = ReadonlyMap<string, ReactNode>

export type TrollyHintsProps = {
  trolly: OpenTrolly
  /** What is said under lines, by product. Pass the same function on every render. */
  onHints: (bands: Bands) => void
}

/** What is worth knowing about the goods in a trolly, below its lines: it comes late and must not move them. */
export function TrollyHints({ trolly, onHints }: TrollyHintsProps) {
  const { view } = trolly
  const mayOrder = useMayOrder()
  const [odd, setOdd] = useState<Bands>()
  const [unsafe, setUnsafe] = useState<Bands>()
  useEffect(() => onHints(new Map([...(odd ?? []), ...(unsafe ?? [])])), [onHints, odd, unsafe])
  return (
    <>
      <Late waiting={null} failed={null}>
        <TrollySafety customerId={view.customerId} onLines={setUnsafe} />
      </Late>
      {mayOrder && !view.readOnly ? <UsualHints trolly={trolly} onOdd={setOdd} /> : null}
    </>
  )
}
