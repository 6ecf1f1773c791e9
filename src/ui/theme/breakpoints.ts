/** Display breakpoints in px (specification section 9). Below `desk` a display counts as mobile. CSS repeats the figures. */
export const BREAKPOINTS = { tablet: 600, wide: 960, desk: 1280, largeDesk: 1920, wall: 2560 } as const

export const DESK_QUERY = `(min-width: ${BREAKPOINTS.desk}px)`
