/** px at the usual font size (specification section 9). Queried in em: larger text gets the smaller layout. */
export const BREAKPOINTS = { tablet: 600, wide: 960, desk: 1280, largeDesk: 1920, wall: 2560 } as const

const USUAL_LETTERS_PX = 16

export const DESK_QUERY = `(min-width: ${BREAKPOINTS.desk / USUAL_LETTERS_PX}em)`
