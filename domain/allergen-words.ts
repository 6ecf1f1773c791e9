import type { Allergen } from './product.ts'

/**
 * The words by which labels name the fourteen allergens. They emphasise what a supplier wrote, as a printed label does; what
 * a product contains is what was declared, and never read from its text.
 */
const WORDS: Record<Allergen, string> = {
  celery: 'celery celeriac',
  gluten: 'wheat rye barley oat oats spelt khorasan kamut gluten semolina durum malt malted',
  crustaceans: 'crustacean crustaceans prawn prawns shrimp crab lobster crayfish langoustine',
  eggs: 'egg eggs albumen',
  fish: 'fish anchovy anchovies cod haddock pollock salmon tuna mackerel sardine sardines',
  lupin: 'lupin lupine',
  milk: 'milk cream butter buttermilk butterfat cheese yogurt yoghurt whey lactose casein caseinate ghee',
  molluscs: 'mollusc molluscs mussel mussels oyster oysters squid clam clams scallop scallops octopus',
  mustard: 'mustard',
  nuts: 'nuts almond almonds hazelnut hazelnuts walnut walnuts cashew cashews pecan pecans pistachio pistachios macadamia',
  peanuts: 'peanut peanuts groundnut groundnuts',
  sesame: 'sesame tahini',
  soybeans: 'soy soya soybean soybeans',
  sulphites: 'sulphite sulphites sulphur sulfite sulfites',
}

export type IngredientPart = { text: string; isAllergen: boolean }

/** The text in pieces, those that name one of `allergens` marked; together they are the text. */
export const markAllergens = (text: string, allergens: readonly Allergen[]): IngredientPart[] => {
  // One that only a newer server knows has no words.
  const words = allergens.flatMap((allergen) => (WORDS[allergen] ?? '').split(' ')).filter(Boolean)
  if (words.length === 0 || text === '') return [{ text, isAllergen: false }]
  return text
    .split(new RegExp(`\\b(${words.join('|')})\\b`, 'i'))
    .map((part, place) => ({ text: part, isAllergen: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}
