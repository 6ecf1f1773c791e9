/** The browser's speech recognition, which most send to a server of their maker. */
export type Dictation = { stop: () => void }

export type DictationEvents = {
  /** Not final: the browser may still change it. */
  onHeard: (text: string) => void
  onSaid: (text: string) => void
  onEnd: (problem: string | undefined) => void
}

/** Not in TypeScript's library, since no two browsers agree on it. */
type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  stop: () => void
  onresult: ((event: RecognitionResult) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
}
type RecognitionResult = {
  resultIndex: number
  results: ArrayLike<{ isFinal: boolean; 0?: { transcript: string } }>
}
type Spoken = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition }

/** @returns undefined where the browser cannot */
export const dictationOf = (browser: object): ((events: DictationEvents) => Dictation) | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = browser as Spoken
  const Recognition = SpeechRecognition ?? webkitSpeechRecognition
  if (Recognition === undefined) return undefined
  return ({ onHeard, onSaid, onEnd }) => {
    const recognition = new Recognition()
    let problem: string | undefined
    Object.assign(recognition, { lang: 'en-GB', continuous: true, interimResults: true })
    recognition.onresult = ({ resultIndex, results }) => {
      const heard = Array.from(results).slice(resultIndex)
      for (const { isFinal, 0: said } of heard)
        if (isFinal && said?.transcript.trim()) onSaid(said.transcript.trim())
      onHeard(heard.flatMap(({ isFinal, 0: said }) => (isFinal ? [] : (said?.transcript ?? []))).join(' '))
    }
    recognition.onerror = ({ error }) => {
      problem = PROBLEMS[error] ?? 'Listening stopped. Try again, or type your list.'
    }
    recognition.onend = () => onEnd(problem)
    recognition.start()
    return { stop: () => recognition.stop() }
  }
}

const BLOCKED = 'The microphone is blocked. Allow it for this site in your browser’s settings.'
const PROBLEMS: Record<string, string> = {
  'not-allowed': BLOCKED,
  'service-not-allowed': BLOCKED,
  'audio-capture': 'No microphone was found.',
  network: 'Your browser needs a connection to listen. Type or paste your list.',
  'no-speech': 'Nothing was heard. Try again.',
  'language-not-supported': 'Your browser can’t listen in English.',
}
