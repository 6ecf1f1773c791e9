import { describe, expect, it, vi } from 'vitest'
import { captureInstallPrompt } from '#src/features/install/install-prompt.ts'

const android = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile', maxTouchPoints: 5 }
const iPhone = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari',
  maxTouchPoints: 5,
}
const iPad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', maxTouchPoints: 5 }
const mac = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', maxTouchPoints: 0 }

describe('installing', () => {
  it('is offered as soon as the browser allows it', () => {
    const { prompt, fire } = open(android)
    const changed = vi.fn()
    prompt.subscribe(changed)
    expect(prompt.state()).toBe('unavailable')
    const event = offer('accepted')
    fire(event)
    expect(prompt.state()).toBe('offered')
    expect(changed).toHaveBeenCalledTimes(1)
    expect(event.defaultPrevented).toBe(true)
  })

  it('is offered to a listener added after the event', () => {
    const { prompt, fire } = open(android)
    fire(offer('accepted'))
    const changed = vi.fn()
    prompt.subscribe(changed)
    expect(prompt.state()).toBe('offered')
  })

  it.each(['accepted', 'dismissed'] as const)('prompts once, and returns %s', async (outcome) => {
    const { prompt, fire } = open(android)
    const event = offer(outcome)
    fire(event)
    const [first, second] = await Promise.all([prompt.install(), prompt.install()])
    expect([first, second]).toEqual([outcome, 'unavailable'])
    expect(event.prompt).toHaveBeenCalledTimes(1)
    expect(prompt.state()).toBe('unavailable')
  })

  it('can be offered again after being dismissed', async () => {
    const { prompt, fire } = open(android)
    fire(offer('dismissed'))
    await prompt.install()
    fire(offer('accepted'))
    expect(prompt.state()).toBe('offered')
  })

  it('is no longer offered once the app is installed in any way', () => {
    const { prompt, fire } = open(android)
    fire(offer('accepted'))
    fire(new Event('appinstalled'))
    expect(prompt.state()).toBe('unavailable')
  })

  it.each([
    ['an iPhone', iPhone, 'by-hand'],
    ['an iPad, which calls itself a Macintosh', iPad, 'by-hand'],
    ['a Macintosh', mac, 'unavailable'],
  ])('on %s is %s', (_, navigator, state) => {
    expect(open(navigator).prompt.state()).toBe(state)
  })

  it('is not offered inside the installed app', () => {
    expect(open({ ...iPhone, standalone: true }).prompt.state()).toBe('unavailable')
    const { prompt, fire } = open(android, { standalone: true })
    fire(offer('accepted'))
    expect(prompt.state()).toBe('unavailable')
  })
})

function open(
  navigator: { userAgent: string; maxTouchPoints: number; standalone?: boolean },
  display = { standalone: false },
) {
  const events = new EventTarget()
  const prompt = captureInstallPrompt({
    navigator,
    addEventListener: events.addEventListener.bind(events),
    matchMedia: (media) => ({ ...window.matchMedia(media), matches: display.standalone }),
  })
  return { prompt, fire: (event: Event) => events.dispatchEvent(event) }
}

function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  return Object.assign(event, { prompt: vi.fn(async () => {}), userChoice: Promise.resolve({ outcome }) })
}
