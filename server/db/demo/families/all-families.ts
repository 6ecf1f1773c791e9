import { BAKERY } from './bakery.ts'
import { DAIRY } from './dairy.ts'
import { DRINKS } from './drinks.ts'
import type { FamilyGroup } from './family.ts'
import { FISH } from './fish.ts'
import { FROZEN } from './frozen.ts'
import { GROCERY_BAKING } from './grocery-baking.ts'
import { GROCERY_SAUCES } from './grocery-sauces.ts'
import { GROCERY_TINS } from './grocery-tins.ts'
import { MEAT } from './meat.ts'
import { NON_FOOD } from './non-food.ts'
import { PRODUCE } from './produce.ts'
import { SNACKS } from './snacks.ts'

export const FAMILY_GROUPS: readonly FamilyGroup[] = [
  ...PRODUCE,
  ...MEAT,
  ...FISH,
  ...DAIRY,
  ...GROCERY_TINS,
  ...GROCERY_BAKING,
  ...GROCERY_SAUCES,
  ...FROZEN,
  ...BAKERY,
  ...SNACKS,
  ...DRINKS,
  ...NON_FOOD,
]
