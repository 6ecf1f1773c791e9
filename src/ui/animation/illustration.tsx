import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import { useReducedMotion } from '#src/ui/theme/use-media.ts'
import styles from './illustration.module.css'
import type { LottiePlayer } from './lottie-player.tsx'

export type IllustrationProps = {
  /** Loads the animation's data; pass the same function on every render. */
  source: () => Promise<object>
  direction?: 'forward' | 'reverse' | undefined
  speed?: number | undefined
  doNotLoop?: boolean | undefined
  /** Shown with reduced motion, before loading and when loading fails. */
  fallback?: ReactNode
}

/** Its black takes the company's primary colour. Nothing may depend on it: offline its place may be empty. */
export function Illustration(props: IllustrationProps) {
  const { source, fallback } = props
  const playback = playbackOf(props)
  const isStill = useReducedMotion() && fallback !== undefined
  const Player = playerOf(source)
  return (
    <div className={styles.box} aria-hidden="true">
      {isStill ? (
        fallback
      ) : (
        // An animation that fails must not take the page down.
        <ErrorBoundary fallback={() => fallback}>
          <Suspense>
            <Player {...playback} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** With the defaults of the specification, sections 3 and 9. @throws RangeError for a speed that is not above 0 */
export const playbackOf = ({
  direction = 'forward',
  speed = 1,
  doNotLoop = false,
}: Pick<IllustrationProps, 'direction' | 'speed' | 'doNotLoop'>): PlayerProps => {
  if (!(speed > 0)) throw new RangeError(`The speed of an animation must be above 0, not ${speed}`)
  return { direction, speed, loop: !doNotLoop, autoplay: true }
}

type PlayerProps = Omit<ComponentProps<typeof LottiePlayer>, 'source'>

/** Outside the component: a render that React discards would otherwise load it again. */
const players = new WeakMap<IllustrationProps['source'], ComponentType<PlayerProps>>()

function playerOf(source: IllustrationProps['source']): ComponentType<PlayerProps> {
  const known = players.get(source)
  if (known) return known
  const Player = lazy(async () => {
    try {
      const [{ LottiePlayer }, data] = await Promise.all([import('./lottie-player.tsx'), source()])
      return { default: (props: PlayerProps) => <LottiePlayer {...props} source={data} /> }
    } catch (error) {
      // The next page that shows it tries again.
      players.delete(source)
      throw error
    }
  })
  players.set(source, Player)
  return Player
}
