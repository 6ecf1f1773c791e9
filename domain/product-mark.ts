import type { ProductFacts } from './product.ts'

/** In place of a photograph. Wholesalers name their own categories, so words decide: category, group, department, name. */

/** The first match wins, so "Milk chocolates" are sweets. `-` matches a space or punctuation. */
const FOOD = [
  ['tin', 'canned tinned jarred baked-bean'],
  ['sauce', 'sauce ketchup mayonnaise dressing vinaigrette marinade condiment'],
  ['ice-cream', 'ice-cream sorbet gelato lolly lollies frozen-yogurt'],
  ['pizza', 'pizza'],
  ['soup', 'soup stock bouillon broth stew gravy'],
  [
    'drink',
    'drink juice water soda cola cordial squash smoothie lemonade beverage nectar carbonated mixer tonic',
  ],
  ['drink', 'iced-tea iced-coffee bottle-tea ginger-beer ginger-ale non-alcoholic milkshake'],
  ['hot-drink', 'coffee tea tea-bag cocoa cocoa-powder hot-chocolate chocolate-powder infusion'],
  ['oil', 'oil fat lard ghee vinegar'],
  [
    'wine',
    'wine beer cider lager ale stout spirit whisky vodka gin rum liqueur liquor brandy champagne prosecco',
  ],
  ['wine', 'eaux-de-vie alcoholic'],
  ['biscuit', 'biscuit cookie cracker shortbread crispbread wafer flapjack oatcake'],
  [
    'cake',
    'cake cupcake gateau muffin brownie sponge traybake doughnut donut scone cheesecake pancake waffle meringue',
  ],
  [
    'pastry',
    'pastry pastries croissant danish pie quiche tart sausage-roll spring-roll sweet-roll samosa pasty pasties',
  ],
  ['snack', 'crisp snack corn-chip tortilla-chip chips-pretzels pretzel popcorn nacho poppadom'],
  ['snack', 'protein-bar energy-bar nut-bar cereal-bar granola-bar'],
  ['jar', 'jam marmalade honey syrup pickle chutney olive relish jelly preserve pesto paste puree gherkin'],
  [
    'jar',
    'peanut-butter nut-butter almond-butter seed-butter nut-seed-butter chocolate-spread hazelnut-spread',
  ],
  ['sweet', 'sweet chocolate candy candies confectionery caramel gum mints toffee marshmallow fudge nougat'],
  ['potato', 'chip fries potato potatoes wedge hash-brown rosti'],
  ['pasta', 'pasta noodle spaghetti macaroni lasagne penne ravioli tortellini'],
  ['eggs', 'egg'],
  ['cheese', 'cheese cheddar mozzarella feta brie parmesan paneer halloumi'],
  ['yogurt', 'yogurt yoghurt cream creme dessert pudding custard mousse trifle dip hummus'],
  ['poultry', 'chicken turkey duck poultry goose bird wing'],
  ['bacon', 'bacon gammon ham cold-cut cold-cuts salami pepperoni cooked-meat deli charcuterie chorizo'],
  ['sausage', 'sausage hotdog hot-dog frankfurter brat chipolata'],
  [
    'fish',
    'fish seafood tuna salmon cod haddock prawn shrimp crab mussel squid shellfish sardine mackerel scampi oyster',
  ],
  ['meat', 'meat beef pork lamb steak mince veal venison game burger joint kebab patties rib'],
  ['milk', 'milk dairy butter spread margarine'],
  [
    'bread',
    'bread bun roll bagel naan wrap tortilla pitta loaf baguette ciabatta crumpet teacake dough crumb crust',
  ],
  ['bread', 'sandwich toast brioche bakery'],
  ['nuts', 'nut almond peanut cashew walnut pistachio hazelnut chestnut seed raisin prune dried-fruit'],
  [
    'spice',
    'spice herb seasoning salt black-pepper peppercorn rub cumin paprika cinnamon turmeric basil mint',
  ],
  ['leaf', 'salad leaf leaves lettuce spinach cress rocket kale cabbage tofu falafel vegetarian vegan'],
  [
    'fruit',
    'fruit apple berry berries banana orange lemon lime melon grape citrus pear peach mango mangoes plum',
  ],
  [
    'vegetables',
    'vegetable carrot onion tomato tomatoes mushroom pepper garlic broccoli cauliflower pea sweetcorn',
  ],
  ['vegetables', 'cucumber chilli chili root produce green-bean'],
  [
    'sack',
    'flour sugar rice grain cereal oat muesli pulse lentil couscous quinoa granola porridge mix mixes baking',
  ],
  ['sack', 'breakfast stuffing yeast corn flake'],
  ['meal', 'meal dinner entree appetizer lunch dish curry curries'],
  ['tin', 'bean tin'],
] as const

/** Not matched against names: a "family bag" may be food. */
const NON_FOOD = [
  ['hot-drink', 'tea-bag'],
  [
    'cleaning',
    'cleaning cleaner detergent bleach washing dishwash laundry sanitiser disinfectant soap hygiene',
  ],
  ['paper', 'paper tissue towel napkin kitchen-roll toilet-roll'],
  [
    'packaging',
    'packaging disposable container takeaway foil film bag liner box boxes cup lid cutlery straw',
  ],
  ['kitchen', 'kitchen knife knives tool utensil tableware crockery glassware equipment cookware pan tray'],
] as const

export type ProductMark = (typeof FOOD | typeof NON_FOOD)[number][0] | 'box'

type Row = readonly [Exclude<ProductMark, 'box'>, RegExp]

const compile = (rows: readonly (readonly [Row[0], string])[]): Row[] =>
  rows.map(([mark, words]) => {
    const alternatives = words.split(' ').map((word) => word.replaceAll('-', '[^a-z]+'))
    return [mark, new RegExp(`\\b(?:${alternatives.join('|')})(?:s|es)?\\b`, 'i')]
  })

const BY_NAME = compile(FOOD)
const BY_CATEGORY = [...compile(NON_FOOD), ...BY_NAME]

export const productMark = (
  product: Pick<ProductFacts, 'category' | 'group' | 'department' | 'name'>,
): ProductMark =>
  find(BY_CATEGORY, product.category) ??
  find(BY_CATEGORY, product.group) ??
  find(BY_CATEGORY, product.department) ??
  find(BY_NAME, product.name) ??
  'box'

const find = (rows: readonly Row[], text: string): ProductMark | undefined =>
  rows.find(([, pattern]) => pattern.test(text))?.[0]
