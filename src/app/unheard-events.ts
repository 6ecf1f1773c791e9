/** Nothing listens to these, here or in a package. */
const UNHEARD = [
  'transitionrun',
  'transitionstart',
  'transitioncancel',
  'gotpointercapture',
  'lostpointercapture',
] as const

/** A browser sends them after a tap too, though a finger cannot hover. */
const HOVERING = ['mouseover', 'mouseout', 'mousemove', 'pointerover', 'pointerout'] as const

/**
 * Keeps events from React that nobody hears: it asks every ancestor for a listener, and a tap brings ten of them before its
 * frame (budget: a tapped day on a slow phone).
 */
export const dropUnheardEvents = (page: EventTarget): void => {
  const drop = (event: Event): void => event.stopPropagation()
  const dropOfFinger = (event: Event): void => {
    if (comesFromFinger(event)) drop(event)
  }
  for (const type of UNHEARD) page.addEventListener(type, drop, { capture: true })
  for (const type of HOVERING) page.addEventListener(type, dropOfFinger, { capture: true })
}

/** Of a mouse event only Chromium says so; elsewhere it passes. */
const comesFromFinger = ({
  pointerType,
  sourceCapabilities,
}: Event & { pointerType?: string; sourceCapabilities?: { firesTouchEvents: boolean } | null }) =>
  pointerType === 'touch' || sourceCapabilities?.firesTouchEvents === true
