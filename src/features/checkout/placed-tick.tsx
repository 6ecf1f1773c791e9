import { IconCircleCheck } from '@tabler/icons-react'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import styles from './order-placed.module.css'

/** A tick: drawn once when the order has just been placed, still at any other time and with reduced motion. */
export function PlacedTick({ isNew }: { isNew: boolean }) {
  const tick = <IconCircleCheck className={styles.icon} stroke={1.5} aria-hidden="true" />
  return (
    <div className={styles.tick}>
      {isNew ? <Illustration source={loadTick} doNotLoop fallback={tick} /> : tick}
    </div>
  )
}

const loadTick = async (): Promise<object> => (await import('./placed-tick.json')).default
