import { FAVOURITES } from '#domain/favourites.ts'
import { TEMPLATE } from '#domain/templates/operation.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import type { Nouns } from './engine/noun.ts'
import { favouritesNoun } from './favourites.ts'
import { templateNoun } from './templates/noun.ts'
import { trollyNoun } from './trollies/noun.ts'

/** Everything whose changes wait on the device, by the first part of its lanes. */
export const NOUNS: Nouns = { [TROLLY]: trollyNoun, [FAVOURITES]: favouritesNoun, [TEMPLATE]: templateNoun }
