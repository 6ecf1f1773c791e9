import { useEffect, useState } from 'react'
import type { Product } from '#domain/product.ts'

type Suggested = { text: string; products: readonly Product[] }

/** What fits the text being typed; nothing for a text that is too short, or while nobody suggests anything. */
export const useSuggestions = (
  typed: string,
  suggest: ((text: string) => Promise<readonly Product[]>) | undefined,
): readonly Product[] => {
  const text = typed.trim()
  const [suggested, setSuggested] = useState<Suggested>(NOTHING)
  useEffect(() => {
    if (!suggest || text.length < LENGTH_MIN) return
    let isLatest = true
    const timer = setTimeout(() => {
      suggest(text).then(
        (products) => isLatest && setSuggested({ text, products }),
        // An aid that fails is no failure of the field: Enter adds and searches without it.
        () => isLatest && setSuggested(NOTHING),
      )
    }, WAITS_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, suggest])
  // A shorter text's suggestions stay until the next arrive, and go with the text.
  return text.length < LENGTH_MIN || !text.startsWith(suggested.text.slice(0, LENGTH_MIN))
    ? NONE
    : suggested.products
}

const LENGTH_MIN = 2
const WAITS_MS = 80
const NONE: readonly Product[] = []
const NOTHING: Suggested = { text: '', products: NONE }
