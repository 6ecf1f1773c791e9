import mark from './mark.json'

/** Takes the colour of the text around it; scripts/icons.mjs draws the installed icons from the same file. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox={mark.viewBox} width={size} height={size} fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={mark.fill} />
      <path
        d={mark.stroke}
        fill="none"
        stroke="currentColor"
        strokeWidth={mark.strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
