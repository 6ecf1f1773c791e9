import { formsOf } from './word-forms.ts'

/**
 * Words that mean the same to whoever orders: two right spellings, or two names of one thing in the trade. Only where
 * one may stand for the other: corn is more than sweetcorn, chips are not everywhere crisps. Misspellings are
 * none of these, typos.ts finds them. Folded; plurals in -s need not be named.
 */
const SAME: readonly string[] = [
  // Spellings.
  'yoghurt yogurt yoghourt',
  'chilli chillies chili chilies',
  'hummus houmous hommous',
  'whisky whiskies whiskey',
  'doughnut donut',
  'omelette omelet',
  'lasagne lasagna',
  'linguine linguini',
  'fillet filet',
  'fibre fiber',
  'flavour flavor',
  'flavoured flavored',
  'colour color',
  'savoury savory',
  'gelatine gelatin',
  'caviar caviare',
  'bagel beigel',
  'kebab kabob',
  'tzatziki tsatsiki',
  'falafel felafel',
  'ketchup catsup',
  'caster castor',
  'soya soy',
  'wholemeal wholewheat',
  'aluminium aluminum',
  // Names.
  'aubergine eggplant brinjal',
  'courgette zucchini',
  'coriander cilantro',
  'rocket arugula',
  'beetroot beet',
  'swede rutabaga',
  'chickpea garbanzo',
  'okra bhindi',
  'mayonnaise mayo',
  'cornflour cornstarch',
  'serviette napkin',
]

/** Plurals are named, since these words, unlike those typed, begin no others; one that is no word costs nothing. */
const GROUP_OF = new Map(
  SAME.map((names) => names.split(' ').flatMap((name) => [name, `${name}s`])).flatMap((group) =>
    group.map((word) => [word, group] as const),
  ),
)

/** Other whole words that what was typed is also looked for by: its singular or plural, and what means the same. */
export const sameWordsOf = (word: string): string[] => {
  const forms = formsOf(word)
  const group = [word, ...forms].flatMap((form) => GROUP_OF.get(form) ?? [])
  return [...new Set([...forms, ...group])].filter((other) => other !== word)
}
