import { productTitle } from '#domain/product.ts'
import { brokenAgreement } from '#domain/substitution.ts'
import { brokenText } from '#domain/substitution-words.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import type { Problem } from './check-trolly.ts'

/** Substitutes that can no longer come as agreed: the server would not place the order. */
export const agreementProblems = ({ rows, products, pricesHere }: OpenTrolly): Problem[] =>
  presentRows(rows).flatMap(({ line: { product_no, substitution, known = null }, product }) => {
    if (substitution?.kind !== 'take' || !pricesHere) return []
    const substitute = products.get(substitution.product_no) ?? null
    const broken = brokenAgreement(substitution, product ?? known, substitute)
    if (!broken) return []
    return [
      {
        check: 'agreed_substitute',
        message: brokenText(broken, productTitle(substitution.seen)),
        product_no,
        repairs: [{ kind: 'see_alternatives', product_no }],
      },
    ]
  })
