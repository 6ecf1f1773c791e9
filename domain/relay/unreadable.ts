export type UnreadableCode = 'foreign' | 'damaged' | 'newer'

/** What was scanned or pasted is no trolly, or not the whole of one. */
export class RelayUnreadable extends Error {
  readonly code: UnreadableCode
  constructor(code: UnreadableCode) {
    super(`The relay is unreadable: ${code}`)
    this.name = 'RelayUnreadable'
    this.code = code
  }
}

export const UNREADABLE_TEXT: Record<UnreadableCode, string> = {
  foreign: 'This is not a trolly from Trolly. Scan the code on the other phone, or paste its whole link.',
  damaged: 'Part of this trolly is missing or damaged, so nothing was sent. Scan or copy it again.',
  newer: 'The other phone has another version of the app. Update the app on both phones, then try again.',
}
