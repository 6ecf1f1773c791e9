/** Finds word forms by endings. Wrong forms cost time for every product, so long words in -s ("noodles") count as plurals and get no others. */
export const formsOf = (word: string): string[] => {
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return []
  const forms = otherForms(word)
  // "potatos" reaches the right plural through the singular.
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
  [/(?<=^..s|[sui]s|x|z|ch|sh|o)$/, 3, ['es']],
]
