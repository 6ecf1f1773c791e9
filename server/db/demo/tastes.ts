import type { Trade } from './trades.ts'

/** How much of each department a trade buys; what is not named, a little. */
export const TASTES: Record<Trade, Partial<Record<string, number>>> = {
  pub: {
    'Meat & Poultry': 1.2,
    Frozen: 1.2,
    'Beers, Wines & Spirits': 0.8,
    Drinks: 1,
    Grocery: 0.7,
    'Fruit & Vegetables': 0.8,
    'Snacks & Confectionery': 0.6,
  },
  restaurant: {
    'Fruit & Vegetables': 1.5,
    'Meat & Poultry': 1.3,
    'Fish & Seafood': 1.2,
    Grocery: 1,
    'Dairy & Eggs': 1,
    'Beers, Wines & Spirits': 0.5,
  },
  café: {
    'Dairy & Eggs': 1.4,
    Bakery: 1.5,
    Drinks: 1.4,
    'Snacks & Confectionery': 1,
    'Fruit & Vegetables': 0.6,
    'Desserts & Ice Cream': 0.8,
  },
  school: {
    Frozen: 1.4,
    'Fruit & Vegetables': 1.2,
    'Dairy & Eggs': 1.1,
    Grocery: 1,
    Bakery: 1,
    'Meat & Poultry': 0.8,
    Drinks: 0.4,
  },
  'care home': {
    'Dairy & Eggs': 1.3,
    'Fruit & Vegetables': 1.1,
    Grocery: 1.1,
    Frozen: 1,
    'Meat & Poultry': 1,
    'Cleaning & Hygiene': 0.8,
    Bakery: 0.8,
  },
  hotel: {
    'Fruit & Vegetables': 1.2,
    'Meat & Poultry': 1.2,
    'Dairy & Eggs': 1.1,
    'Fish & Seafood': 0.9,
    'Beers, Wines & Spirits': 0.8,
    Bakery: 1,
    Grocery: 1,
    'Cleaning & Hygiene': 0.5,
  },
  takeaway: { Frozen: 1.5, 'Disposables & Packaging': 1.4, Grocery: 1, Drinks: 0.9, 'Dairy & Eggs': 0.6 },
}
