import { IconCircleCheck } from '@tabler/icons-react'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import styles from './order-placed.module.css'

/** Animates only for a new order without reduced motion. */
export function PlacedTick({ isNew }: { isNew: boolean }) {
  const tick = <IconCircleCheck className={styles.icon} stroke={1.5} aria-hidden="true" />
  return (
    <div className={styles.tick}>
      {isNew ? <Illustration source={loadTick} doNotLoop fallback={tick} /> : tick}
    </div>
  )
}

const loadTick = async (): Promise<object> => (await import('./placed-tick.json')).default
