import { lateContent } from '#src/ui/surface/late-part.tsx'

export const LateDayPicker = lateContent(async () => (await import('./day-picker.tsx')).DayPicker)
