import cliProgress from 'cli-progress'

/** A bar on stderr, so that stdout holds only the result; undefined without a terminal. */
export type Progress = {
  show: (state: { done: number; total: number; text: string }) => void
  stop: () => void
}

export const startProgress = (quiet: boolean): Progress | undefined => {
  if (quiet || !process.stderr.isTTY) return undefined
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage} % · {text}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: false,
    clearOnComplete: true,
    stream: process.stderr,
  })
  let started = false
  return {
    show: ({ done, total, text }) => {
      if (!started) bar.start(total, 0, { text })
      started = true
      bar.setTotal(total)
      bar.update(Math.min(done, total), { text })
    },
    stop: () => {
      if (started) bar.stop()
    },
  }
}
