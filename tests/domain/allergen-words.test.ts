import { expect, test } from 'vitest'
import { ingredientParts } from '#domain/allergen-words.ts'
import { ALLERGENS, type Allergen } from '#domain/product.ts'

/** The text with emphasised parts in brackets. */
const emphasised = (text: string, contains: readonly Allergen[] | null = ALLERGENS) =>
  ingredientParts(text, contains)
    .map(({ text: part, isAllergen }) => (isAllergen ? `[${part}]` : part))
    .join('')

test.each([
  ['MILK, sugar', '[MILK], sugar'],
  ['wheat flour, water, yeast', '[wheat] flour, water, yeast'],
  ['skimmed milk powder', 'skimmed [milk] powder'],
  ['emulsifier: soya lecithin', 'emulsifier: [soya] lecithin'],
  ['soy lecithin-an emulsifier', '[soy] lecithin-an emulsifier'],
  ['free range eggs', 'free range [eggs]'],
  ['egg white powder', '[egg] white powder'],
  ['roasted hazelnuts, Brazil nuts and cashew nuts', 'roasted [hazelnuts], [Brazil nuts] and [cashew nuts]'],
  ['wholewheat, wheatgerm, barley malt extract', '[wholewheat], [wheatgerm], [barley] [malt] extract'],
  ['anchovies (fish), prawns', '[anchovies] ([fish]), [prawns]'],
  ['sodium metabisulphite, sulphur dioxide, E220', 'sodium [metabisulphite], [sulphur dioxide], [E220]'],
  ['_milk_ and *celery*', '_[milk]_ and *[celery]*'],
  ['crème fraîche', '[crème fraîche]'],
])('marks the allergens in "%s"', (text, expected) => {
  expect(emphasised(text)).toBe(expected)
})

test.each([
  'cocoa butter, coconut milk, shea butter, cream of tartar',
  'eggplant, buckwheat, nutmeg, coconut, butternut squash, maltodextrin',
  'pine nuts, water chestnuts, oyster mushrooms, butter beans',
  'dairy-free, milk-free, gluten free',
])('marks nothing in "%s"', (text) => {
  expect(emphasised(text)).toBe(text)
})

test('marks only the plant in a plant drink', () => {
  expect(emphasised('oat milk, peanut butter')).toBe('[oat] milk, [peanut] butter')
})

test('marks only declared allergens', () => {
  expect(emphasised('wheat flour, milk, mustard', ['milk'])).toBe('wheat flour, [milk], mustard')
  expect(emphasised('wheat flour, milk', [])).toBe('wheat flour, milk')
  expect(emphasised('wheat flour, milk', null)).toBe('wheat flour, milk')
  expect(ingredientParts('', ['milk'])).toEqual([])
})

test('has words for each of the fourteen allergens', () => {
  for (const allergen of ALLERGENS)
    expect(emphasised(`contains ${allergen}.`, [allergen])).toBe(`contains [${allergen}].`)
})

test('ignores an allergen that only a newer server knows', () => {
  expect(emphasised('buckwheat, milk', ['buckwheat' as Allergen, 'milk'])).toBe('buckwheat, [milk]')
})
