import { useEffect, useState } from 'react'
import type { Product } from '#domain/product.ts'

type Suggested = { text: string; products: readonly Product[] }

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
        // Suggestions are optional: Enter works without them.
        () => isLatest && setSuggested(NOTHING),
      )
    }, WAITS_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, suggest])
  // Keep a shorter text's suggestions until new ones arrive.
  return text.length < LENGTH_MIN || !text.startsWith(suggested.text.slice(0, LENGTH_MIN))
    ? NONE
    : suggested.products
}

const LENGTH_MIN = 2
const WAITS_MS = 80
const NONE: readonly Product[] = []
const NOTHING: Suggested = { text: '', products: NONE }
