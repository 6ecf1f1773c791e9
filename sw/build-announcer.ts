import type { WorkerMessage } from '#domain/worker-messages.ts'
import type { BuildWatch } from '#src/api/build-check.ts'
import type { ReportError } from './error-reporter.ts'

type BuildAnnouncerPorts = {
  watch: BuildWatch
  tellPages: (message: WorkerMessage) => Promise<number>
  report: ReportError
}

/** Pages that hear of a newer build fetch its worker. The server's faults are reported. */
export function createBuildAnnouncer({ watch, tellPages, report }: BuildAnnouncerPorts) {
  return {
    async check(request: { onDemand: boolean }): Promise<void> {
      const outcome = await watch.check(request)
      if (!outcome) return
      await tellPages({ type: 'BUILD_CHECKED', outcome })
      if (outcome.kind === 'unknown' && outcome.code !== 'unreachable') {
        await report(outcome.code, 'No build to compare with')
      }
    },
  }
}
