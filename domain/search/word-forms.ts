/**
 * Singular and plural of an English word, as far as endings tell: "cherries" and "cherry", "loaves" and "loaf". A
 * form that is no word costs nothing, since only words that products have are found by it. Forms are compared whole.
 */
export const formsOf = (word: string): string[] => {
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return []
  const forms = otherForms(word)
  // Of "potatos" the right plural is found by the singular alone.
  return [...new Set([...forms, ...forms.flatMap(otherForms)])].filter((form) => form !== word)
}

const otherForms = (word: string): string[] =>
  ENDINGS.flatMap(([ending, least, endings]) =>
    word.length >= least && ending.test(word) ? endings.map((other) => word.replace(ending, other)) : [],
  )

const ENDINGS: [ending: RegExp, leastLength: number, others: string[]][] = [
  [/ies$/, 5, ['y', 'ie']],
  [/ves$/, 5, ['f', 'fe', 've']],
  [/(?<=s|x|z|ch|sh|o)es$/, 4, ['']],
  [/(?<![suie])s$/, 3, ['']],
  [/(?<=e)s$/, 4, ['']],
  [/(?<=[^aeiou])y$/, 4, ['ies']],
  [/(?<=[^f])fe?$/, 4, ['ves']],
  [/(?<=[^s]|[aeiou]y)(?<![^aeiou]y)$/, 3, ['s']],
  [/(?<=s|x|z|ch|sh|o)$/, 3, ['es']],
]
