import { expect, test } from 'vitest'
import { markAllergens } from '#domain/allergen-words.ts'
import { ALLERGENS } from '#domain/product.ts'

const marked = (text: string, ...allergens: Parameters<typeof markAllergens>[1]) =>
  markAllergens(text, allergens)
    .map((part) => (part.isAllergen ? `[${part.text}]` : part.text))
    .join('')

test('marks the words of what a product contains, in any case', () => {
  expect(marked('WHEAT flour, sugar, dried Skimmed Milk, eggs', 'gluten', 'milk', 'eggs')).toBe(
    '[WHEAT] flour, sugar, dried Skimmed [Milk], [eggs]',
  )
})

test('marks whole words only, and none that was not declared', () => {
  expect(marked('Buckwheat, eggplant, coconut milk', 'gluten', 'eggs')).toBe(
    'Buckwheat, eggplant, coconut milk',
  )
})

test('leaves a text without allergens whole', () => {
  expect(marked('Potatoes, salt')).toBe('Potatoes, salt')
  expect(markAllergens('', ['milk'])).toEqual([{ text: '', isAllergen: false }])
  expect(marked('Potatoes', 'invented' as never)).toBe('Potatoes')
})

test('knows a word for each of the fourteen', () => {
  for (const allergen of ALLERGENS)
    expect(marked(`contains ${allergen}.`, allergen)).toBe(`contains [${allergen}].`)
})
