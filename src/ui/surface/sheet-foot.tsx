import { type ReactNode, useRef } from 'react'
import { useHeightAs } from '#src/ui/layout/use-height-as.ts'

/** Buttons that stay in sight at the end of a sheet. Messages keep clear of them. */
export function SheetFoot({ className, children }: { className: string | undefined; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useHeightAs('--sheet-foot-height', ref)
  return (
    <div ref={ref} className={className} data-sheet-foot>
      {children}
    </div>
  )
}
