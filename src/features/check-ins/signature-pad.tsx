import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import styles from './signature-pad.module.css'

/** The path of an SVG of this size, in whole units: moves and lines alone. */
export const SIGNATURE_BOX = { width: 320, height: 140 }
const LENGTH_MAX = 8_000
/** Nearer points say nothing more of a finger's line. */
const STEP = 3

type SignaturePadProps = { value: string; onChange: (path: string) => void }

/** For a finger or a pen. Who cannot draw has the PIN, or signs nothing. */
export function SignaturePad({ value, onChange }: SignaturePadProps) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const [path, setPath] = useState(value)

  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size)
    return {
      x: within((clientX - box.left) / box.width, SIGNATURE_BOX.width),
      y: within((clientY - box.top) / box.height, SIGNATURE_BOX.height),
    }
  }
  const draw = (event: PointerEvent, isStart: boolean): void => {
    const point = pointOf(event)
    const from = last.current
    if (!isStart && (!from || Math.hypot(point.x - from.x, point.y - from.y) < STEP)) return
    last.current = point
    const next = `${path}${path === '' ? '' : ' '}${isStart ? 'M' : 'L'}${point.x} ${point.y}`
    if (next.length <= LENGTH_MAX) setPath(next)
  }
  return (
    <div className={styles.pad}>
      <svg
        className={styles.paper}
        viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
        role="img"
        aria-label={path === '' ? 'Nothing is signed yet' : 'Signature'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          draw(event, true)
        }}
        onPointerMove={(event) => {
          if (last.current) draw(event, false)
        }}
        onPointerUp={() => {
          last.current = undefined
          onChange(path)
        }}
        onPointerCancel={() => {
          last.current = undefined
          onChange(path)
        }}
      >
        <path d={path} />
      </svg>
      <Button
        variant="subtle"
        compact
        onClick={() => {
          setPath('')
          onChange('')
        }}
      >
        Clear signature
      </Button>
    </div>
  )
}
