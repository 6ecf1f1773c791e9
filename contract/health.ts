import { Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'

export const health = {
  live: endpoint('GET', 'health/live', {
    reply: Strict({ status: Type.Literal('live') }),
    access: 'anyone',
    summary: 'The process answers.',
  }),
  ready: endpoint('GET', 'health/ready', {
    reply: Strict({ status: Type.Literal('ready') }),
    access: 'anyone',
    summary: 'The process can serve: database reached, migrations done. 503 `not_ready` otherwise.',
  }),
}
