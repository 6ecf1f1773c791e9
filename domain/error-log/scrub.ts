/**
 * Removes anything from a text that lets somebody in or identifies a person. The device does so before an error leaves it, since
 * it also knows the person's own token, address and name; the server does so again, because anybody may send it one.
 * @param known texts to remove wherever they occur
 */
export const scrubbed = (text: string, known: readonly string[] = []): string =>
  RULES.reduce(
    (left, rule) => rule(left),
    known
      // The longest first: an e-mail address may begin with the name.
      .toSorted((a, b) => b.length - a.length)
      // A name of one letter would be taken out of every word.
      .filter((part) => part.length > 2)
      .reduce((left, part) => left.replaceAll(part, GONE), text),
  )

const GONE = '…'

/** The text may be a stranger's, so none takes longer than in proportion to its length: no repetition starts anew within another. */
const RULES: readonly ((text: string) => string)[] = [
  // JSON.parse quotes what it could not read.
  (text) => text.replace(/^([^"\n]*)"[^\n]*" is not valid JSON/gm, `$1"${GONE}" is not valid JSON`),
  // An address keeps its path, and a stack's line and column.
  (text) =>
    text.replace(
      /(?<=[\w/.~%-])[?#](?!\.)[^\s"'()<>]*/g,
      (query) => /(?::\d{1,9}){1,2}$/.exec(query.slice(-20))?.[0] ?? '',
    ),
  (text) => text.replace(/[^\s<>()"',;:/]{1,64}@[^\s<>()"',;:/]+/g, `${GONE}@${GONE}`),
  (text) => text.replace(/\b(Bearer|Basic)\s+[^\s"']+/gi, `$1 ${GONE}`),
  (text) => text.replace(SECRET_FIELD, `$1${GONE}`),
  (text) => text.replace(/\beyJ[\w-]{10,2000}\.[\w.-]+/g, GONE),
  (text) => text.replace(/[\w-]{32,}(?:\.(?:js|mjs|css|map)\b)?/g, (run) => (isSecret(run) ? GONE : run)),
]

/** `password=…`, `"token": "…"`, `api-key: …`. */
const SECRET_FIELD =
  /((?:pass(?:word|code)|token|secret|api[_-]?key|authorization|username|first_?name|last_?name|e-?mail)(?:_confirmation)?["']?\s{0,3}[:=]\s{0,3})(?:"[^"\n]*"|'[^'\n]*'|[^\s,;&})"']+)/gi

/** A run of letters and digits as long as a token; not a UUID, which names a thing, and not a file of the build. */
const isSecret = (run: string): boolean => /\d/.test(run) && !UUID.test(run) && !/\.\w+$/.test(run)

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
