/** What people type: words of the trade, whole and begun, two words, codes, slips of the finger. */
export const TYPED_WORDS = [
  'chicken',
  'chiken',
  'tomatoes',
  'tomatos',
  'mozarella',
  'olive oil',
  'chopped',
  'froz chips',
  'beef',
  'vegan',
  'semi skimmed',
  'prawns',
  'parmesean',
  'basmati',
] as const

/** Every letter alone as well, since each is the beginning of a thousand words. */
export const QUERIES: readonly string[] = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...TYPED_WORDS.flatMap((word) => [...word].map((_, end) => word.slice(0, end + 1))),
  'brocolli',
  'yoghurt',
  'yogurt natural',
  'cheddar mature',
  'kethcup',
  'mayonaise',
  'ice cream vanila',
]
