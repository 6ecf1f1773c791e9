import { describe, expect, it } from 'vitest'
import { shareReloadLocks, whileNobodyHolds } from '#src/features/updates/reload/cross-tab-hold.ts'
import { createReloadLocks } from '#src/features/updates/reload/reload-locks.ts'
import { createUpdateFlow } from '#src/features/updates/update-flow.ts'
import { createWebLocks } from '#tests/support/web-locks.ts'

describe('a newer build', () => {
  it('is only announced: nothing reloads automatically', async () => {
    const tab = openTab()
    tab.flow.newBuildReady()
    await settled()
    expect([tab.flow.state(), tab.activated(), tab.reloads()]).toEqual(['ready', 0, 0])
  })

  it('is installed on request: first the worker, then the page', async () => {
    const tab = openTab()
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    expect(tab.log).toEqual(['activate', 'reload'])
  })

  it('is installed automatically at a quiet moment', async () => {
    const tab = openTab()
    tab.flow.newBuildReady()
    tab.flow.applyQuietly()
    await settled()
    expect(tab.log).toEqual(['activate', 'reload'])
  })

  it('is needed for a quiet moment to do anything', async () => {
    const tab = openTab()
    tab.flow.applyQuietly()
    tab.flow.applyNow()
    await settled()
    expect([tab.flow.state(), tab.log]).toEqual(['current', []])
  })
})

describe('an open edit', () => {
  it('is never reloaded at a quiet moment', async () => {
    const tab = openTab()
    tab.locks.hold('quantity being typed')
    tab.flow.newBuildReady()
    tab.flow.applyQuietly()
    await settled()
    expect([tab.flow.state(), tab.log]).toEqual(['ready', []])
  })

  it('delays a requested update until the last lock is released', async () => {
    const tab = openTab()
    const release = [tab.locks.hold('edit'), tab.locks.hold('drain')]
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    release[0]?.()
    await settled()
    expect([tab.flow.state(), tab.log]).toEqual(['waiting', []])
    release[1]?.()
    await settled()
    expect(tab.log).toEqual(['activate', 'reload'])
  })

  it('started while the new worker takes over is not reloaded, and the update follows', async () => {
    const tab = openTab({ slowActivation: true })
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    const release = tab.locks.hold('edit')
    tab.finishActivation()
    await settled()
    expect([tab.flow.state(), tab.reloads()]).toEqual(['waiting', 0])
    release()
    await settled()
    tab.finishActivation()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('started during a quiet update postpones it', async () => {
    const tab = openTab({ slowActivation: true })
    tab.flow.newBuildReady()
    tab.flow.applyQuietly()
    await settled()
    tab.locks.hold('edit')
    tab.finishActivation()
    await settled()
    expect([tab.flow.state(), tab.reloads()]).toEqual(['ready', 0])
  })

  it('includes a form’s unsaved input, for automatic updates', async () => {
    const tab = openTab({ unsavedInput: true })
    tab.flow.newBuildReady()
    tab.flow.applyQuietly()
    await settled()
    expect(tab.log).toEqual([])
    tab.flow.applyNow()
    await settled()
    expect(tab.reloads()).toBe(1)
  })

  it('in another tab prevents a quiet update, and delays a requested one', async () => {
    const browser = createWebLocks()
    const [here, there] = [openTab({ browser }), openTab({ browser })]
    const release = there.locks.hold('edit over there')
    here.flow.newBuildReady()
    here.flow.applyQuietly()
    await settled()
    expect([here.flow.state(), here.log]).toEqual(['ready', []])
    here.flow.applyNow()
    await settled()
    expect([here.flow.state(), here.log]).toEqual(['waiting', []])
    release()
    await settled()
    expect([here.log, there.log]).toEqual([['activate', 'reload'], []])
  })

  it('is protected only within its own tab if tabs cannot ask each other', async () => {
    const tab = openTab({ browser: undefined })
    const release = tab.locks.hold('edit')
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    expect(tab.log).toEqual([])
    release()
    await settled()
    expect(tab.reloads()).toBe(1)
  })
})

describe('a reload that does not happen', () => {
  it('is reported if the guard refuses it, and can be requested again', async () => {
    const tab = openTab({ guard: 'refused' })
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    expect(tab.flow.state()).toBe('refused')
    tab.flow.applyNow()
    await settled()
    expect(tab.log).toEqual(['activate', 'reload', 'activate', 'reload'])
  })

  it('leaves the update ready if the worker cannot be reached, and reports why', async () => {
    const failure = new Error('InvalidStateError')
    const tab = openTab({ activationFails: failure })
    tab.flow.newBuildReady()
    tab.flow.applyNow()
    await settled()
    expect([tab.flow.state(), tab.reloads()]).toEqual(['ready', 0])
    expect(tab.reported).toEqual([failure])
  })

  it('uses up the quiet turn only when it reloads, and happens once per turn', async () => {
    const tab = openTab()
    const release = tab.locks.hold('edit')
    tab.flow.newBuildReady()
    tab.flow.applyQuietly()
    expect(tab.quietTurnTaken()).toBe(false)
    release()
    await settled()
    tab.flow.applyQuietly()
    await settled()
    expect([tab.quietTurnTaken(), tab.reloads()]).toEqual([true, 1])

    const reloaded = openTab({ quietTurnTaken: true })
    reloaded.flow.newBuildReady()
    reloaded.flow.applyQuietly()
    await settled()
    expect(reloaded.log).toEqual([])
  })
})

it('notifies its listeners of every state until they unsubscribe', async () => {
  const tab = openTab()
  const states: string[] = []
  const stop = tab.flow.subscribe(() => states.push(tab.flow.state()))
  tab.flow.newBuildReady()
  tab.flow.newBuildReady()
  tab.flow.applyNow()
  await settled()
  expect(states).toEqual(['ready', 'waiting', 'applying'])
  stop()
  expect(states).toHaveLength(3)
})

type TabSettings = {
  browser?: ReturnType<typeof createWebLocks> | undefined
  slowActivation?: boolean
  activationFails?: Error
  guard?: 'refused'
  unsavedInput?: boolean
  quietTurnTaken?: boolean
}

function openTab(settings: TabSettings = {}) {
  const browser = 'browser' in settings ? settings.browser : createWebLocks()
  const locks = createReloadLocks()
  const log: string[] = []
  const reported: unknown[] = []
  let finishActivation = () => {}
  let turnTaken = settings.quietTurnTaken ?? false
  shareReloadLocks(locks, browser, (error) => reported.push(error))
  const flow = createUpdateFlow({
    reloadLocks: locks,
    whileNobodyHolds: (request) => whileNobodyHolds(browser, request),
    activateNewBuild: async () => {
      log.push('activate')
      if (settings.activationFails) throw settings.activationFails
      if (settings.slowActivation) await new Promise<void>((resolve) => (finishActivation = resolve))
    },
    reload: () => {
      log.push('reload')
      return settings.guard ?? 'reloaded'
    },
    hasUnsavedInput: () => settings.unsavedInput ?? false,
    quietTurn: {
      isFree: () => !turnTaken,
      take: () => {
        turnTaken = true
      },
    },
    report: (error) => reported.push(error),
  })
  const count = (what: string) => log.filter((entry) => entry === what).length
  return {
    flow,
    locks,
    log,
    reported,
    finishActivation: () => finishActivation(),
    activated: () => count('activate'),
    reloads: () => count('reload'),
    quietTurnTaken: () => turnTaken,
  }
}

/** Everything here runs on promises only, so a turn of the timers completes all of them. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
