import { useFindInCategory } from '#src/features/search/use-find-in-category.ts'
import {
  LineTermsSheet,
  type LineTermsSheetProps,
} from '#src/features/trolly/line-terms/line-terms-sheet.tsx'

/** Puts the sheet of a line together with the search that finds its alternatives. Loaded once it is opened. */
export function LineTerms(props: Omit<LineTermsSheetProps, 'find'>) {
  const find = useFindInCategory(props.trolly.view)
  return <LineTermsSheet {...props} find={find} />
}
