import type { Rolldown } from 'vite'

/** All of the bundler's messages but those of the full animation player, which is in the package and never loaded. */
export const withoutEval: NonNullable<Rolldown.InputOptions['onLog']> = (level, log, handle) => {
  if (log.code !== 'EVAL' || !log.id?.includes('/lottie-web/')) handle(level, log)
}
