import type { ServerBuild } from './builds.ts'
import type { Place } from './delivery.ts'
import type { DeviceBuild } from './device-builds.ts'
import type { Fault } from './sim-network.ts'
import type { TemplateDeed } from './templates/person.ts'
import type { WayOut } from './trollies/held.ts'

/** One event of a history. Devices, trollies and products are numbers, modulo their count. */
export type Action =
  | {
      do: 'edit'
      at: number
      trolly: number
      product: number
      kind: 'add' | 'set' | 'remove'
      quantity: number
    }
  | { do: 'create'; at: number; place: Place }
  /** Delivered to the account, to one of two addresses, or collected. */
  | { do: 'place'; at: number; trolly: number; place: Place }
  | { do: 'deleteAddress'; at: number; address: number; deleted: boolean }
  | { do: 'charge'; route: number; pence: number }
  | { do: 'details'; at: number; trolly: number; text: number }
  /** A note or an agreement for a line, which must be no conflict for anybody. */
  | { do: 'terms'; at: number; trolly: number; product: number; text: number }
  | { do: 'delete'; at: number; trolly: number }
  | { do: 'undoDelete'; at: number; trolly: number }
  | { do: 'checkout'; at: number; trolly: number }
  /** Online: everything is sent and read first. `loses`: meanwhile somebody deletes its address. */
  | { do: 'order'; at: number; trolly: number; loses: boolean; faults: Fault[] }
  | { do: 'drain'; at: number; faults: Fault[] }
  /** Two tabs of a device at once, with typing in between. */
  | { do: 'drainAndEdit'; at: number; trolly: number; product: number; quantity: number; faults: Fault[] }
  /** Every device at once: the server has to put them in an order. */
  | { do: 'drainTogether'; faults: Fault[] }
  /** The server is replaced by an older or a newer one. */
  | { do: 'deploy'; build: ServerBuild }
  /** The app is updated, with a queue: its pages reload over what the previous build left. */
  | { do: 'update'; at: number; build: DeviceBuild }
  | { do: 'openTab'; at: number }
  | { do: 'thaw'; at: number }
  | { do: 'read'; at: number; trolly: number }
  /**
   * Another phone is shown what waits, after one more line and perhaps an order, and sends it: at once, at the same time as this
   * one, or with the late arrivals.
   */
  | {
      do: 'relay'
      at: number
      trolly: number
      product: number
      quantity: number
      orders: boolean
      to: number
      when: 'now' | 'together' | 'later'
    }
  /** Read now, stored later: changes in between must win. */
  | { do: 'slowRead'; at: number; trolly: number }
  /** A deed of a noun in `nouns/`. */
  | { do: 'noun'; at: number; noun: string; deed: unknown }
  | { do: 'readNouns'; at: number }
  | { do: 'slowReadNouns'; at: number }
  | { do: 'createTemplate'; at: number; template: number }
  | {
      do: 'changeTemplate'
      at: number
      template: number
      deed: TemplateDeed
      product: number
      value: number
    }
  | { do: 'readTemplates'; at: number; template: number }
  | { do: 'decideOnTemplate'; at: number; template: number; mine: boolean }
  | { do: 'resolveHeldTemplate'; at: number; template: number; sendsAgain: boolean }
  | { do: 'lateArrivals' }
  | { do: 'wait'; seconds: number }
  | { do: 'hurry'; at: number }
  | { do: 'decide'; at: number; trolly: number; mine: boolean }
  | { do: 'resolveHeld'; at: number; trolly: number; way: WayOut }
  /** The server ends the session of a device, which learns of it by its next request. */
  | { do: 'endSession'; at: number }
  | { do: 'signIn'; at: number }
  /** The browser clears the device's data. */
  | { do: 'evict'; at: number }
  | { do: 'price'; product: number; pence: number }
  | { do: 'backUp' }
  /** The server is restored from its last backup. */
  | { do: 'restore' }

export type History = {
  actions: Action[]
  serverBuild: ServerBuild
  /** Build of the second device. */
  deviceBuild: DeviceBuild
  deviceCount: number
  /** One person with all the devices, or two who divide them. */
  sameUser: boolean
  /** All devices have read the first trolly and template at the start. */
  shared: boolean
  /** Place of the first trolly. */
  place: Place
  random: number
}
