import type { FastifyInstance } from 'fastify'
import { PICTURE_FORMATS, PICTURES_PATH } from '#domain/pictures.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { PicturesService } from './pictures.service.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

type Params = { product_no: string; version: string; file: string }

/** Anybody may see them, as the catalogue. Not a call of the API: a proxy may keep them, and a page asks for dozens. */
export const pictureRoutes = (app: FastifyInstance, service: PicturesService): void => {
  app.get<{ Params: Params }>(
    `${PICTURES_PATH}:product_no/:version/:file`,
    {
      schema: { hide: true },
      logLevel: 'warn',
      onRequest: async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      },
    },
    async ({ params: { product_no, version, file } }, reply) => {
      const [width = '', ending] = file.split('.')
      const format = PICTURE_FORMATS.find((one) => one === ending)
      if (format === undefined) throw new Refusal('not_found')
      const bytes = await service.find({ product_no, version, width: Number(width), format })
      return reply.header('cache-control', IMMUTABLE).type(`image/${format}`).send(bytes)
    },
  )
}
