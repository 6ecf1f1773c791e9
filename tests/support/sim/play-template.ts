import type { Action } from './actions.ts'
import type { Hand } from './hand.ts'
import { pick } from './random.ts'
import { apiOf, readTemplate, readTemplates } from './reads.ts'
import { resolveHeldTemplate } from './templates/held.ts'
import { changeTemplate, createTemplate, decideOnTemplate } from './templates/person.ts'
import type { World } from './world.ts'

export type OnTemplate = Extract<Action, { template: number }>

export const addTemplate = async (
  world: World,
  hand: Hand,
  { count, shared }: { count: number; shared: boolean },
): Promise<void> => {
  const productNos = world.products.slice(0, count)
  world.templates.push(await createTemplate(hand, { customerId: world.customer.id, productNos, shared }))
}

export const playOnTemplate = async (world: World, hand: Hand, action: OnTemplate): Promise<void> => {
  const { device, tab } = hand
  if (world.templates.length === 0 || action.do === 'createTemplate') {
    if (world.templates.length >= 2) return
    return addTemplate(world, hand, { count: action.template === 0 ? 2 : 0, shared: action.template !== 1 })
  }
  const id = pick(world.templates, action.template)
  switch (action.do) {
    case 'changeTemplate': {
      const product_no = pick(world.products, action.product)
      return changeTemplate(hand, { id, deed: action.deed, product_no, value: action.value })
    }
    case 'readTemplates':
      return action.template === 0 ? readTemplates(world, device, tab) : readTemplate(world, device, tab, id)
    case 'decideOnTemplate':
      return decideOnTemplate(hand, id, action.mine ? 'mine' : 'theirs')
    case 'resolveHeldTemplate':
      return resolveHeldTemplate(hand, { id, api: apiOf(world, device, tab), sendsAgain: action.sendsAgain })
  }
}
