/** What people type: trade words, whole and partial, two words, codes, typos. */
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

/** Also every single letter, since each begins a thousand words. */
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
