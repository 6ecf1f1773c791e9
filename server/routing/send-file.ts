import type { FastifyReply } from 'fastify'

type FileType =
  | 'application/pdf'
  | 'application/zip'
  | 'application/xml'
  | 'text/csv; charset=utf-8'
  | 'application/edifact; charset=iso-8859-1'
  | 'image/jpeg'
  | 'image/webp'

/** Answers a call whose reply is a file. @param content bytes, or a stream of them */
export const sendFile = (reply: FastifyReply, type: FileType, name: string, content: unknown): never =>
  reply
    .type(type)
    .header('content-disposition', `inline; filename="${name.replace(/[^A-Za-z0-9._-]/g, '-')}"`)
    .send(content) as never
