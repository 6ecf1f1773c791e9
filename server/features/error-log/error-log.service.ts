import type { errorLog, LoggedFailure } from '#contract/error-log.ts'
import { scrubbed } from '#domain/error-log/scrub.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { SeqRelay } from './seq-relay.ts'

export const errorLogService = (relay: SeqRelay | undefined): Answers<typeof errorLog> => ({
  report: ({ body: { events } }) => {
    if (relay === undefined) return { accepted: 0 }
    for (const event of events) relay.add(clefOf(event))
    return { accepted: events.length }
  },
})

/** The names are those of CLEF and of Serilog's properties, by which Seq shows and searches events. */
const clefOf = ({ at, level, message, stack, ...rest }: LoggedFailure) => ({
  '@t': at,
  '@l': level,
  '@m': scrubbed(message),
  '@x': stack && scrubbed(stack),
  Application: 'Trolly',
  Route: scrubbed(rest.route),
  UserId: rest.userId,
  AccountType: rest.accountType,
  Browser: scrubbed(rest.browser),
  Build: scrubbed(rest.build),
  Code: rest.code && scrubbed(rest.code),
  Call: rest.call && scrubbed(rest.call),
  Status: rest.status,
})
