/** `read_only`: all can be looked at and nothing changed. `closed`: only administrators may come in. */
export const MAINTENANCE_MODES = ['read_only', 'closed'] as const
export type MaintenanceMode = (typeof MAINTENANCE_MODES)[number]

/** Instants in ISO 8601; `until` null: until somebody ends it. */
export type MaintenanceWindow = {
  mode: MaintenanceMode
  from: string
  until: string | null
  /** What people are told besides; may be empty. */
  message: string
}

/** How far ahead a banner announces a window. */
const ANNOUNCED_HOURS = 24
const HOUR_MS = 3_600_000

export const isUnderWay = ({ from, until }: MaintenanceWindow, now: Date): boolean =>
  Date.parse(from) <= now.getTime() && !isOver({ until }, now)

export const isAnnounced = (window: MaintenanceWindow, now: Date): boolean =>
  Date.parse(window.from) - ANNOUNCED_HOURS * HOUR_MS <= now.getTime() && !isOver(window, now)

const isOver = ({ until }: Pick<MaintenanceWindow, 'until'>, now: Date): boolean =>
  until !== null && Date.parse(until) <= now.getTime()
