import type { Endpoint, RepeatOf, ReplyOf } from '#contract/endpoint.ts'
import type { Api } from './api.ts'
import type { Handler } from './call.ts'
import type { MutationCall } from './mutation.ts'

/** A noun's service, with an answer for each of its calls by the name in the contract. */
export type Answers<Calls extends Record<string, Endpoint>> = {
  [Name in keyof Calls]: RepeatOf<Calls[Name]> extends 'keyed'
    ? (call: MutationCall<Calls[Name]>) => Promise<ReplyOf<Calls[Name]>>
    : Handler<Calls[Name]>
}

/** Registers a noun whose calls need neither a lock nor a limit of their own. */
export const answerCalls = <Calls extends Record<string, Endpoint>>(
  { route, mutation }: Api,
  calls: Calls,
  answers: Answers<Calls>,
): void => {
  for (const [name, endpoint] of Object.entries(calls)) {
    const answer = answers[name]
    if (endpoint.repeat === 'keyed') mutation(endpoint, { handle: answer as never })
    else route(endpoint, answer as never)
  }
}
