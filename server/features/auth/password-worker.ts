import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { PasswordFault } from '#domain/passwords.ts'
import { answerJobs, BEHIND_REQUESTS } from '#server/worker/answer-jobs.ts'

/** Judges passwords in a thread of its own: see password-rules.ts. */

/** Of 0 to 4: more than 10^8 guesses. */
const SCORE_MIN = 3
/** Its time grows with the square of the length. A longer password is at least as hard to guess as its beginning. */
const JUDGED_LENGTH = 64

const judge = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })

const faultOf = (password: string, personal: string[]): PasswordFault | undefined => {
  const { score, sequence } = judge.check(password.slice(0, JUDGED_LENGTH), personal)
  if (score >= SCORE_MIN) return undefined
  const dictionaries = sequence.map((match) => ('dictionaryName' in match ? match.dictionaryName : ''))
  if (dictionaries.includes('userInputs')) return 'personal'
  return dictionaries.includes('passwords-common') ? 'common' : 'guessable'
}

const JUDGEMENTS = { faultOf }
export type Judgements = typeof JUDGEMENTS

answerJobs(JUDGEMENTS, BEHIND_REQUESTS)
