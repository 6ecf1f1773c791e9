import type { Allergen } from './product.ts'

export type IngredientPart = { text: string; isAllergen: boolean }

/** Emphasises declared allergens (Regulation (EU) 1169/2011, article 21): "skimmed MILK powder", but "cocoa butter". */
export const ingredientParts = (text: string, contains: readonly Allergen[] | null): IngredientPart[] => {
  const patterns = (contains ?? []).flatMap((allergen) => WORDS[allergen] ?? [])
  if (patterns.length === 0) return text === '' ? [] : [{ text, isAllergen: false }]
  const words = new RegExp(`${START}(?:${patterns.join('|')})${END}`, 'giu')
  const parts: IngredientPart[] = []
  let end = 0
  for (const { index, 0: word } of text.matchAll(words)) {
    if (index > end) parts.push({ text: text.slice(end, index), isAllergen: false })
    parts.push({ text: word, isAllergen: true })
    end = index + word.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isAllergen: false })
  return parts
}

const START = String.raw`(?<![\p{L}\p{N}])`
/** "Milk-free" and "gluten free" name an absent ingredient. */
const END = String.raw`(?![\p{L}\p{N}]|[\s-]+free(?!\p{L}))`

const OF_PLANTS = String.raw`(?<!(?:almonds?|apple|cashews?|cocoa|coconut|hazelnut|hemp|kokum|mango|nut|oat|peanut|pea|rice|sal|shea|soy|soya|vegan|vegetable)[\s-]+)`

/** Patterns, since labels have plurals, compounds and two spellings. Lists the species that British labels name. */
const WORDS: Record<Allergen, string> = {
  celery: 'celery|celeriac',
  gluten: String.raw`(?:whole[\s-]?)?wheat\p{L}*|rye|barley|oats?|oat(?:meal|flakes|bran)|spelt|kamut|khorasan|durum|semolina|bulg[ua]r|couscous|cous cous|seitan|einkorn|emmer|triticale|freekeh|gluten|malt|malted`,
  crustaceans:
    'crustaceans?|prawns?|crabs?|crabmeat|lobsters?|cray-?fish|langoustines?|shrimps?|scampi|krill',
  eggs: 'eggs?|egg(?:white|yolk)s?|albumen|(?:ov)?albumin',
  fish: 'fish|fishes|anchov(?:y|ies)|basa|bonito|caviar|cod|haddock|hake|halibut|herrings?|isinglass|kippers?|mackerel|monkfish|pangasius|pilchards?|plaice|poll(?:oc|ac)k|roe|salmon|sardines?|sea ?bass|sprats?|surimi|swordfish|(?:lemon|dover) sole|tilapia|trout|tuna',
  lupin: 'lupins?|lupines?',
  milk: `${OF_PLANTS}(?:milks?|butters?(?! ?beans?)|cream(?! of tartar| soda)|cheeses?|yogh?urts?)|buttermilk|butterfat|buttercream|whey|casein|caseinates?|lactose|ghee|curds?|quark|mascarpone|mozzarella|cheddar|parmesan|parmigiano|ricotta|paneer|kefir|feta|gouda|brie|cr[eè]me fra[iî]che|fromage frais|milkfat`,
  molluscs:
    'mollus[ck]s?|mussels?|oysters?(?! mushrooms?)|clams?|squid|octopus|cuttlefish|scallops?|whelks?|cockles?|abalone|calamari|snails?|winkles?',
  mustard: 'mustard',
  nuts: String.raw`(?:almonds?|cashews?|pecans?|pistachios?|macadamias?)(?: ?nuts?)?|brazils|brazil ?nuts?|hazelnuts?|filberts?|walnuts?|marzipan|praline|(?<!(?:pine|tiger|ground|monkey|cola|kola)[\s-]+)nuts?(?: kernels?)?`,
  peanuts: 'peanuts?|ground ?nuts?|monkey nuts?|arachis',
  sesame: 'sesame|tahini|gingelly',
  soybeans: 'soy|soya|soy(?:a ?)?beans?|soy beans?|tofu|tempeh|edamame|miso|tamari',
  sulphites: '(?:meta)?(?:bi)?sul(?:ph|f)ites?|sul(?:ph|f)ur dioxide|e ?22[0-8]',
}
