/**
 * Display breakpoints in px (specification section 9) where letters are of the usual size. Below `desk` a display counts as
 * mobile. They are asked for in em, which CSS repeats: whose browser writes larger has the layout of a smaller display.
 */
export const BREAKPOINTS = { tablet: 600, wide: 960, desk: 1280, largeDesk: 1920, wall: 2560 } as const

const USUAL_LETTERS_PX = 16

export const DESK_QUERY = `(min-width: ${BREAKPOINTS.desk / USUAL_LETTERS_PX}em)`
