/**
 * What kitchens write around an order: greetings, thanks, days, signatures. It is set aside, and shown, so that nobody has to
 * trust that it was none of the goods.
 */

const DAY_NAME =
  "(?:mon|tues?|wed|wednes|thur?s?|fri|satur|sat|sun)(?:day)?(?:'?s)?|tomorrow'?s?|tmrw|tmw|tomoz|tomo|2moro|today'?s?|tonight|the weekend|this week|next week|(?:first thing|am|pm|morning|afternoon)"
/** Whole words: "2 mayo" and "3 marge" are no dates. */
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b'
const DATE = `(?:the )?\\d{1,2}(?:st|nd|rd|th)(?: of)?(?: ${MONTH})?|\\d{1,2} ${MONTH}(?: \\d{4})?|\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4})?`
const DAY = `(?:(?:for|on|by|this|next|delivery|del|deliver|order|pls|please) )*(?:${DAY_NAME}|${DATE})(?: (?:${DAY_NAME}|${DATE}|delivery|order|please|pls))*`
const PLEASE = 'please|pls|plz|plse'
const THANKS =
  'thanks(?: (?:a lot|so much|again|in advance|mate))?|many thanks|thank you|thankyou|thx|ta|cheers(?: mate)?|much appreciated'
const GREETING =
  "hi(?:ya)?|hey|hello|dear|yo|alright|all right|good (?:morning|afternoon|evening|day)|morning|afternoon|evening|evenin'?"
const PEOPLE = 'mate|all|guys|team|there|both|again|everyone|folks|boss|pal|love|lads'

const whole = (pattern: string) => new RegExp(`^(?:${pattern})[\\s.!?:,-]*$`, 'iu')
const leading = (pattern: string) => new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}'])[\\s.!?:,–-]*`, 'iu')
const trailing = (pattern: string) =>
  new RegExp(`[\\s.!?,–-]*(?<![\\p{L}\\p{N}])(?:${pattern})[\\s.!?:)]*$`, 'iu')

/** Everything after one of these is the signature. */
const SIGN_OFF = whole(
  `(?:kind|best|warm|many|with)?\\s*(?:regards|wishes)|best|sent from my .*|(?:yours )?sincerely`,
)
/** A name may follow on the last line. */
const THANKS_ALONE = whole(`(?:${PLEASE})?\\s*(?:${THANKS})`)

export const isSignOff = (text: string): boolean => SIGN_OFF.test(text.trim())
export const isThanks = (text: string): boolean => THANKS_ALONE.test(text.trim())
/** "Karen", "Jo x", "Dave - The Plough" */
export const isName = (text: string): boolean =>
  /^\p{Lu}[\p{L}'-]*(?:[\s,&-]+[\p{L}'-]+){0,3}\s*$/u.test(text.trim())

const WHOLE: readonly RegExp[] = [
  whole(`(?:${DAY})`),
  whole(
    `(?:(?:my|our|the|this is|here is|heres|here's)\\s+)*(?:order|list|shopping list|delivery)(?:\\s+(?:is|for|below))*(?:\\s+${DAY})?`,
  ),
  whole(
    `(?:and\\s+)?(?:i think\\s+)?(?:that|thats|that's|that is|thatll|that'll)\\s+(?:it|all|everything|be all|the lot|us)(?:\\s.*)?`,
  ),
  whole('(?:just\\s+)?(?:\\d+|one) of each|(?:\\d+|one) each'),
  whole('.*\\S+@\\S+\\.\\S+.*|https?:.*|www\\..*'),
  whole('(?:tel|mob|phone|mobile|t|m)?[:.]?\\s*\\+?[\\d ()-]{9,}'),
  whole('(?:po|ref|order|account|acc|a/c)\\s*(?:no|number|ref|#)?\\.?:?\\s*[a-z]*[-/]?\\d{2,}.*'),
  whole(
    '(?:let me know|speak soon|see (?:you|u)|call me|ring me|text me|give (?:me|us) a (?:call|ring|shout)|any (?:problems|issues|questions)|sorry|if not|no rush|nice one|have a (?:good|nice|great)|hope)\\b.*',
  ),
  whole('(?:please |pls )?(?:deliver|delivery|leave|driver|back door|same delivery)\\b.*'),
  whole(`(?:its|it's|this is|im|i'm)\\s+.*|(?:head |sous )?chef\\b.*|.*\\bhere (?:from|at)\\b.*`),
]

/** Orders that need what this message does not hold; they are said to be not understood. */
const REFERS = whole(
  `(?:(?:can (?:i|we) (?:get|have)|just|i want|we want|i'll have|please)\\s+)*(?:the\\s+)?(?:(?:same|usual|my usual|our usual|as)(?:\\s+(?:as|again|order|list|please|pls|like))*)(?:\\s+(?:last (?:week|time|order|month|${DAY_NAME})|before|always|usual|yesterday|${DAY_NAME}|please|pls))*`,
)

/** "No milk today" asks for nothing. Not "no added sugar squash". */
const NONE =
  /^(?:no(?: more)?|not|skip(?: the)?|don'?t (?:need|want|send)(?: any)?|0 ?x?|hold the|leave (?:off|out)(?: the)?|cancel(?: the)?|without)\s+(?!added|salt\b|sugar\b|bones?\b|\d)/iu

export const isNone = (text: string): boolean => NONE.test(text.trim())
export const isReference = (text: string): boolean => REFERS.test(text.trim())
export const isChatter = (text: string): boolean => WHOLE.some((pattern) => pattern.test(text.trim()))

const ME = '(?:\\s+(?:me|us))?'
const LEADS: readonly RegExp[] = [
  leading(`(?:${GREETING})(?:[ ,]+(?:${PEOPLE}))*`),
  leading(
    `(?:(?:${PLEASE}|and|also|so|ok|oh)\\s+)*(?:can|could|may|would|will)\\s+(?:i|we|you|u|ya)(?:\\s+(?:${PLEASE}|also|just|kindly))*(?:\\s+(?:get|have|order|do|send|add|put|grab|bring|sort|deliver|like))${ME}(?:\\s+(?:${PLEASE}|down|up|also))*`,
  ),
  leading(
    `(?:i|we)(?:'d|'ll|'re| would| will| also| just| are| am)*\\s+(?:need|want|like|take|have|require|after|out of|low on|order)(?:\\s+(?:to order|some more))?`,
  ),
  leading(
    `(?:add|put)\\s+(?:(?:this|these|following|it)\\s+)?(?:on |on to |to )(?:(?:my|our|the|todays|today's|tomorrows|tomorrow's|next)\\s+)*(?:order|delivery|list|trolly|basket)`,
  ),
  leading(`(?:(?:my|our|the)\\s+)?(?:order|delivery|list)(?:\\s+${DAY})?(?=\\s*[:,-]|$)`),
  leading(`order\\s+${DAY}`),
  leading(
    `(?:send|need|want|require|order|add|get|put|grab|plus|also|and|then|oh|ok|so|just|only|maybe|${PLEASE})${ME}`,
  ),
  leading(`for ${DAY}|${DAY}(?=\\s*:)`),
  leading('the|some|my|our|another|more'),
]
const TRAILS: readonly RegExp[] = [
  trailing(PLEASE),
  trailing(THANKS),
  trailing(
    `(?:and |thats |that's )?(?:asap|if poss(?:ible)?|if (?:you|u) (?:have|got) (?:it|any|them)|if in stock|as well|too|mate|please mate|from (?:me|us)|this time)`,
  ),
  trailing('-? ?(?:1|one) of each'),
  trailing(DAY),
]

/** Where the goods begin and end in a text that may greet before them and thank after them. */
export const goodsWithin = (text: string): { from: number; to: number } => {
  let [from, to] = [0, text.trimEnd().length]
  const step = (): boolean => {
    const rest = text.slice(from, to)
    const indent = /^\s*/.exec(rest)?.[0].length ?? 0
    const lead = LEADS.map((pattern) => pattern.exec(rest.slice(indent))?.[0].length ?? 0).find(
      (length) => length > 0,
    )
    if (lead !== undefined) {
      from += indent + lead
      return true
    }
    const trail = TRAILS.map((pattern) => pattern.exec(rest)?.index ?? -1).find((index) => index >= 0)
    if (trail === undefined) return false
    to = from + trail
    return true
  }
  while (from < to && step());
  return { from, to }
}

/** "Hi Dave" and "hiya its sam" name people, not goods. */
export const isGreeted = (text: string): boolean =>
  leading(`(?:${GREETING})(?:[ ,]+(?:${PEOPLE}))*`).test(text.trim())

/** WhatsApp's copies begin each message with its time and writer. */
export const stampOf = (row: string): string => STAMP.exec(row)?.[0] ?? ''
const STAMP =
  /^\s*(?:\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?: ?[ap]m)? -) ?[^:\n]{1,40}: /iu
