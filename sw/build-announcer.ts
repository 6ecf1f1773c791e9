import type { WorkerMessage } from '#domain/worker-messages.ts'
import type { BuildWatch } from '#src/api/build-check.ts'
import type { ReportError } from './error-reporter.ts'

type BuildAnnouncerPorts = {
  watch: BuildWatch
  /** Has the browser fetch the newer worker, which then waits until a page asks it to take over. */
  fetchNewWorker: () => Promise<unknown>
  tellPages: (message: WorkerMessage) => Promise<number>
  report: ReportError
}

/** Acts on what the build check finds: a newer build is fetched, every page is told, the server's faults are reported. */
export function createBuildAnnouncer({ watch, fetchNewWorker, tellPages, report }: BuildAnnouncerPorts) {
  return {
    async check(request: { onDemand: boolean }): Promise<void> {
      const outcome = await watch.check(request)
      if (!outcome) return
      await tellPages({ type: 'BUILD_CHECKED', outcome })
      if (outcome.kind === 'unknown' && outcome.code !== 'unreachable')
        await report(outcome.code, 'No build to compare with')
      if (outcome.kind !== 'newer') return
      try {
        await fetchNewWorker()
      } catch (error) {
        // The pages go on with this build; the next check finds the newer one again.
        await report('worker_update_failed', error)
      }
    },
  }
}
