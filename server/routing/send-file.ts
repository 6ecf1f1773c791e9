import type { FastifyReply } from 'fastify'

/** Answers a call whose reply is a file. @param content bytes, or a stream of them */
export const sendFile = (
  reply: FastifyReply,
  type: 'application/pdf' | 'application/zip',
  name: string,
  content: unknown,
): never =>
  reply
    .type(type)
    .header('content-disposition', `inline; filename="${name.replace(/[^A-Za-z0-9._-]/g, '-')}"`)
    .send(content) as never
