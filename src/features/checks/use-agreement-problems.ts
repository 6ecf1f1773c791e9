import { useEffect, useMemo, useState } from 'react'
import type { CheckName } from '#domain/checks/check.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import type { agreementProblems } from './agreement-problems.ts'
import type { Problem } from './check-trolly.ts'

/** Loaded for a trolly with an agreed substitute only. Until then the server's check is the one that counts. */
export const useAgreementProblems = (trolly: OpenTrolly): readonly Problem[] => {
  const [check, setCheck] = useState<{ run: typeof agreementProblems }>()
  const isNeeded = trolly.view.lines.some(({ substitution }) => substitution?.kind === 'take')
  useEffect(() => {
    if (isNeeded)
      import('./agreement-problems.ts').then(
        ({ agreementProblems: run }) => setCheck({ run }),
        () => {},
      )
  }, [isNeeded])
  return useMemo(() => (isNeeded && check ? check.run(trolly) : NONE), [isNeeded, check, trolly])
}

const NONE: readonly Problem[] = []

/** The lines that an alternative helps. */
export const swappableOf = (problems: readonly Problem[]): ReadonlySet<string> =>
  new Set(
    problems.flatMap(({ repairs }) =>
      repairs.flatMap((repair) => (repair.kind === 'see_alternatives' ? [repair.product_no] : [])),
    ),
  )

/** A line that is short or no longer sold can be swapped. */
export const withAlternatives = (problem: Problem): Problem =>
  problem.check === ('order_stock_check' satisfies CheckName) && problem.product_no !== null
    ? {
        ...problem,
        repairs: [...problem.repairs, { kind: 'see_alternatives', product_no: problem.product_no }],
      }
    : problem
