import type { ProductFacts } from './product.ts'

/**
 * In place of a photograph. Wholesalers name their own categories, so words decide: the category, group, department or name
 * gives the kind, and the product's name the drawing within the kind ("Chicken Thighs & Legs", "Drumsticks").
 */

/** The first match wins, so "Milk chocolates" are sweets. `-` matches a space or punctuation. Kind, words, drawings within it. */
const FOOD = [
  ['honey', 'syrups-for coffee-syrup'],
  ['tin', 'canned tinned jarred baked-bean pulses-in'],
  [
    'sauce',
    'sauce ketchup mayonnaise mayo dressing vinaigrette marinade condiment mustard salsa',
    [
      ['ketchup', 'ketchup'],
      ['dressing', 'mayonnaise mayo dressing vinaigrette salad-cream aioli tartare caesar ranch'],
      ['sauce', 'vinegar'],
      ['jar', 'pasta pizza pesto paste horseradish cranberry mint apple'],
      ['pickles', 'relish chutney'],
    ],
  ],
  ['ice-cream', 'ice-cream sorbet gelato lolly lollies frozen-yogurt'],
  ['pizza', 'pizza'],
  ['soup', 'soup stock bouillon broth stew gravy', [['soup', 'chilli chili']]],
  [
    'drink',
    'drink juice water soda cola cordial squash smoothie lemonade beverage nectar carbonated mixer tonic iced-tea iced-coffee bottle-tea ginger-beer ginger-ale non-alcoholic milkshake kombucha',
    [
      ['drink', 'iced-coffee iced-tea ginger-beer ginger-ale tonic soda-water'],
      ['cola', 'cola energy soda'],
      ['drink', 'squash cordial'],
      ['juice', 'juice nectar smoothie orange apple pineapple grapefruit cranberry'],
      ['beer', 'beer lager'],
      ['milk', 'milkshake milk oat almond soya coconut'],
      ['hot-drink', 'hot-chocolate cocoa'],
      ['coffee', 'coffee'],
    ],
  ],
  [
    'hot-drink',
    'coffee tea tea-bag cocoa cocoa-powder hot-chocolate chocolate-powder infusion',
    [['coffee', 'coffee espresso bean roast']],
  ],
  ['oil', 'oil fat lard ghee vinegar', [['sauce', 'vinegar balsamic']]],
  [
    'wine',
    'wine beer cider lager ale stout spirit whisky whiskey vodka gin rum liqueur liquor brandy champagne prosecco eaux-de-vie eau-de-vie alcoholic',
    [
      ['beer', 'beer cider lager ale stout bitter pilsner ipa'],
      [
        'spirit',
        'spirit whisky whiskey vodka gin rum liqueur liquor brandy cognac tequila bourbon eaux-de-vie eau-de-vie',
      ],
    ],
  ],
  ['biscuit', 'biscuit cookie cracker shortbread crispbread wafer flapjack oatcake biscotti'],
  ['bun', 'burger-bun bap yorkshire-pudding english-muffin hot-cross-bun teacake crumpet'],
  ['sausage', 'black-pudding white-pudding haggis'],
  [
    'cake',
    'cake cupcake gateau gateaux muffin brownie sponge traybake doughnut donut cheesecake pancake crepe crêpe waffle meringue dessert pudding mousse trifle torte profiterole eclair crumble scone tiramisu',
    [
      ['pie', 'pie tart'],
      ['bun', 'yorkshire scone'],
    ],
  ],
  [
    'pastry',
    'pastry pastries croissant danish pie quiche tart sausage-roll spring-roll sweet-roll samosa pasty pasties',
    [
      ['pie', 'pie quiche tart pasty pasties'],
      ['nuggets', 'samosa spring-roll scotch-egg'],
    ],
  ],
  [
    'snack',
    'crisp snack corn-chip tortilla-chip chips-pretzels pretzel popcorn nacho poppadom protein-bar energy-bar nut-bar cereal-bar granola-bar',
    [
      ['nuts', 'nut peanut cashew almond pistachio'],
      ['snack', 'chip bar'],
    ],
  ],
  ['pickles', 'pickle pickled olive gherkin caper chutney relish sauerkraut piccalilli'],
  [
    'honey',
    'honey syrup treacle molasses peanut-butter nut-butter almond-butter seed-butter nut-seed-butter tahini',
    [['honey', 'spread butter']],
  ],
  [
    'jar',
    'jam marmalade jelly preserve pesto paste puree purée chocolate-spread hazelnut-spread hazelnuts-spread',
  ],
  [
    'sweet',
    'sweet chocolate couverture candy candies confectionery confectioneries caramel gum mints toffee marshmallow fudge nougat',
    [['chocolate', 'chocolate couverture']],
  ],
  [
    'potato',
    'chip fries potato potatoes wedge hash-brown rosti',
    [
      ['nuggets', 'hash-brown rosti croquette onion-ring'],
      ['chips', 'chip fries wedge'],
    ],
  ],
  [
    'pasta',
    'pasta noodle spaghetti macaroni lasagne penne ravioli tortellini tagliatelle fusilli linguine cannelloni vermicelli gnocchi',
  ],
  ['eggs', 'egg'],
  ['cheese', 'cheese cheddar mozzarella feta brie parmesan paneer halloumi'],
  ['yogurt', 'yogurt yoghurt cream creme custard dip hummus fromage-frais', [['cheese', 'cheese']]],
  [
    'burger',
    'burger patty patties meatball',
    [
      ['nuggets', 'nugget'],
      ['meat', 'mince'],
    ],
  ],
  [
    'poultry',
    'chicken turkey duck poultry goose bird wing',
    [
      ['nuggets', 'nugget goujon kiev kyiv popcorn breaded battered fried kebab'],
      ['sausage', 'sausage'],
      ['drumstick', 'drumstick drummer thigh leg wing'],
      ['poultry', 'whole crown joint poussin'],
      [
        'chicken-breast',
        'breast fillet diced strip escalope supreme cooked sliced chunk piece tikka steak mince',
      ],
    ],
  ],
  ['butter', 'butter margarine dairy-spread'],
  ['bacon', 'bacon pancetta lardon'],
  ['salami', 'salami pepperoni chorizo charcuterie'],
  [
    'ham',
    'ham gammon cold-cut cold-cuts cooked-meat deli prosciutto',
    [
      ['salami', 'salami pepperoni chorizo'],
      ['chicken-breast', 'chicken turkey'],
      ['leaf', 'salad'],
    ],
  ],
  ['sausage', 'sausage hotdog hot-dog frankfurter brat chipolata'],
  [
    'fish',
    'fish seafood tuna salmon trout cod haddock prawn shrimp crab lobster mussel squid shellfish sardine mackerel scampi oyster fishcake',
    [
      ['nuggets', 'battered breaded scampi fishcake goujon finger'],
      ['pie', 'pie'],
      ['prawns', 'prawn shrimp langoustine'],
      ['crab', 'crab lobster crayfish'],
      ['mussels', 'mussel clam oyster cockle shellfish'],
      ['salmon', 'salmon trout'],
    ],
  ],
  [
    'meat',
    'meat beef pork lamb steak mince veal venison game joint kebab rib',
    [
      ['burger', 'burger patty patties meatball'],
      ['sausage', 'sausage'],
      ['bacon', 'bacon'],
      ['salami', 'salami pepperoni chorizo'],
      ['ham', 'ham gammon'],
      ['poultry', 'chicken turkey duck'],
    ],
  ],
  [
    'milk',
    'milk dairy dairies',
    [
      ['cheese', 'cheese cheddar mozzarella feta brie parmesan halloumi'],
      ['yogurt', 'yogurt yoghurt cream custard'],
      ['butter', 'butter margarine spread'],
      ['eggs', 'egg'],
    ],
  ],
  ['butter', 'spread'],
  ['leaf', 'fresh-herb'],
  [
    'spice',
    'spice herb seasoning salt black-pepper peppercorn rub cumin paprika cinnamon turmeric basil mint coriander parsley oregano white-pepper ground-pepper pepper-sachet',
  ],
  [
    'bread',
    'bread bun roll bap bagel naan wrap tortilla pitta loaf baguette ciabatta dough crumb breadcrumb crust sandwich toast brioche bakery',
    [
      ['bun', 'english-muffin'],
      ['cake', 'cake muffin brownie doughnut sponge'],
      ['pie', 'pie'],
      ['pastry', 'croissant danish pastry'],
      ['bun', 'bun roll bap bagel'],
    ],
  ],
  ['fruit', 'dried-fruit prune raisin sultana currant', [['grapes', 'raisin sultana currant']]],
  ['nuts', 'nut almond peanut cashew walnut pistachio hazelnut chestnut seed'],
  [
    'leaf',
    'salad leaf leaves lettuce spinach cress rocket kale cabbage tofu falafel vegetarian vegan plant-based',
    [
      ['burger', 'burger meatball'],
      ['sausage', 'sausage'],
      ['nuggets', 'falafel nugget bite finger bhaji samosa spring-roll'],
      ['pie', 'pie pasty pasties quiche'],
      ['meal', 'meal lasagne macaroni cannelloni curry'],
      ['leaf', 'salad'],
      ['tomato', 'tomato tomatoes'],
      ['cucumber', 'cucumber'],
    ],
  ],
  [
    'fruit',
    'fruit apple berry berries strawberry strawberries raspberry raspberries blueberry blueberries banana orange lemon lime citrus melon grape pear peach mango mangoes plum pineapple kiwi',
    [
      ['fruit', 'grapefruit fruit-salad passion pineapple'],
      ['strawberry', 'strawberry strawberries'],
      ['berries', 'berry berries raspberry raspberries blueberry blueberries blackberry blackberries'],
      ['apple', 'apple'],
      ['banana', 'banana'],
      ['orange', 'orange clementine satsuma mandarin tangerine peeler'],
      ['lemon', 'lemon'],
      ['lime', 'lime'],
      ['grapes', 'grape'],
    ],
  ],
  [
    'vegetables',
    'vegetable veg carrot onion leek tomato tomatoes mushroom pepper garlic broccoli cauliflower pea sweetcorn cucumber courgette celery chilli chillies chili root produce green-bean broad-bean runner-bean brassica pumpkin butternut',
    [
      ['nuggets', 'onion-ring battered breaded samosa bhaji spring-roll falafel finger'],
      ['vegetables', 'spring-onion leek mixed-vegetable'],
      ['carrot', 'carrot'],
      ['mushroom', 'mushroom'],
      ['tomato', 'tomato tomatoes'],
      ['onion', 'onion shallot'],
      ['potato', 'potato potatoes'],
      ['broccoli', 'broccoli'],
      ['pepper', 'pepper chilli chillies chili capsicum'],
      ['cucumber', 'cucumber courgette zucchini'],
      ['garlic', 'garlic'],
      ['sweetcorn', 'sweetcorn corn'],
      ['peas', 'pea edamame'],
      ['leaf', 'kale cabbage pak-choi chard greens spinach lettuce romaine salad leaf leaves'],
    ],
  ],
  ['cereal', 'cereal muesli granola oat porridge breakfasts flake'],
  [
    'sack',
    'flour sugar rice grain pulse lentil couscous quinoa baking stuffing yeast corn',
    [
      ['bread', 'tortilla'],
      ['flour', 'flour starch cornflour'],
      ['sugar', 'sugar sweetener'],
      ['rice', 'rice rices'],
    ],
  ],
  ['meal', 'meal dinner entree appetizer lunch dish curry curries burrito fajita'],
  ['tin', 'bean'],
] as const

/** Not matched against names: a "family bag" may be food. */
const NON_FOOD = [
  ['hot-drink', 'tea-bag'],
  ['bin-bag', 'refuse bin-liner bin-bag'],
  ['gloves', 'glove workwear'],
  [
    'cleaning',
    'cleaning cleaner detergent bleach washing dishwash laundry sanitiser disinfectant soap hygiene',
  ],
  [
    'paper',
    'paper tissue towel napkin kitchen-roll toilet-roll till-roll',
    [
      ['napkins', 'napkin serviette'],
      ['paper', 'white'],
      ['blue-roll', 'blue centrefeed'],
    ],
  ],
  ['tableware', 'cutlery tableware crockery glassware candle doily doilies'],
  [
    'packaging',
    'packaging disposable container takeaway foil film bag liner box boxes cup lid straw',
    [
      ['packaging', 'container box'],
      ['cups', 'cup lid straw tumbler'],
    ],
  ],
  [
    'kitchen',
    'kitchen knife knives tool utensil equipment cookware pan tray',
    [['tableware', 'plate bowl glass fork spoon']],
  ],
] as const

type Kinds = (typeof FOOD | typeof NON_FOOD)[number]

export type ProductMark = Kinds[0] | NonNullable<Kinds[2]>[number][0] | 'box'

type Kind = { mark: ProductMark; words: RegExp; finer: Kind[] }

type Row = readonly [ProductMark, string, (readonly Row[])?]

const compile = (rows: readonly Row[]): Kind[] =>
  rows.map(([mark, words, finer = []]) => {
    const alternatives = words.split(' ').map((word) => word.replaceAll('-', '[^a-z]+'))
    return {
      mark,
      words: new RegExp(`\\b(?:${alternatives.join('|')})(?:s|es)?\\b`, 'i'),
      finer: compile(finer),
    }
  })

const FOOD_KINDS = compile(FOOD)
const NON_FOOD_KINDS = compile(NON_FOOD)

/** Each has a drawing. */
export const PRODUCT_MARKS: ReadonlySet<ProductMark> = new Set<ProductMark>([
  'box',
  ...[...NON_FOOD_KINDS, ...FOOD_KINDS].flatMap(({ mark, finer }) => [mark, ...finer.map((one) => one.mark)]),
])

/** "Bacon & Gammon" leaves the kind to the name. */
const LIST = /[&,/+]|\band (?!(its|their) products)/i

export type Drawable = Pick<ProductFacts, 'category' | 'group' | 'department' | 'name'>

export const productMark = ({ category, group, department, name }: Drawable): ProductMark => {
  for (const text of [category, group, department]) {
    const [kind, ...others] = kindsIn(text)
    if (kind === undefined) continue
    if (LIST.test(text)) return named([kind, ...others], name) ?? kind.mark
    return find(kind.finer, name) ?? find(kind.finer, text) ?? kind.mark
  }
  return (
    named(
      FOOD_KINDS.filter(({ words }) => words.test(name)),
      name,
    ) ?? 'box'
  )
}

const kindsIn = (text: string): Kind[] =>
  [NON_FOOD_KINDS, FOOD_KINDS]
    .map((kinds) => kinds.filter(({ words }) => words.test(text)))
    .find((kinds) => kinds.length > 0) ?? []

const find = (kinds: readonly Kind[], text: string): ProductMark | undefined =>
  kinds.find(({ words }) => words.test(text))?.mark

/** The first kind that the name belongs to. */
const named = (kinds: readonly Kind[], name: string): ProductMark | undefined =>
  kinds.map((kind) => find(kind.finer, name) ?? find([kind], name)).find((mark) => mark !== undefined)
