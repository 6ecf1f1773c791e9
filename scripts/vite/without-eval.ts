import type { Rolldown } from 'vite'

/** All of the bundler's messages except those about the full animation player, which is in the package but never loaded. */
export const withoutEval: NonNullable<Rolldown.InputOptions['onLog']> = (level, log, handle) => {
  if (log.code !== 'EVAL' || !log.id?.includes('/lottie-web/')) handle(level, log)
}
