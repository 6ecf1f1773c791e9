import type { FastifyInstance } from 'fastify'
import { LIVE_BEAT_MS } from '#contract/live.ts'
import type { Database } from '#server/db/database.ts'
import { openWakeChannel, type WakeChannel } from '#server/db/wake-channel.ts'
import { changesData } from '#server/plugins/maintenance.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import { type LiveStreams, liveStreams, type StreamLimits } from './live-streams.ts'
import { watchChanges } from './live-watch.ts'

export type LiveSettings = StreamLimits & {
  /** Between two looks for changes that nobody has announced: those of commands, rounds and other programs. */
  pollMs: number
  /** Changes of this time are announced together. */
  gatherMs: number
  beatMs: number
}

const SETTINGS: LiveSettings = {
  pollMs: 1_000,
  gatherMs: 50,
  beatMs: LIVE_BEAT_MS,
  perUser: 10,
  overall: 2_000,
}

/**
 * The live streams of this instance. A call that has changed data wakes this instance and the others, once its reply has gone and so
 * after its commit; nothing is added to its transaction.
 */
export const openLive = (
  app: FastifyInstance,
  { database, settings }: { database: Database; settings: Partial<LiveSettings> | undefined },
): LiveStreams => {
  const { pollMs, gatherMs, beatMs, ...limits } = { ...SETTINGS, ...settings }
  const watch = watchChanges({
    database,
    pollMs,
    onTrouble: (error) => app.log.warn({ err: error }, 'live streams learn of no changes'),
  })
  const streams = liveStreams({ database, watch, limits })
  let channel: WakeChannel | undefined
  let gathering: NodeJS.Timeout | undefined

  app.addHook('onResponse', async ({ routeOptions: { config } }, { statusCode }) => {
    if (config.endpoint === undefined || statusCode >= 400 || !changesData(config.endpoint)) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      watch.wake()
      channel?.send()
    }, gatherMs).unref()
  })
  app.addHook('onListen', async () => {
    channel = openWakeChannel({
      url: database.$client.options.connectionString ?? '',
      onWake: watch.wake,
      onLost: (error) =>
        app.log.warn({ err: error }, 'other instances cannot be heard: looking every second'),
      onFound: () => app.log.info('other instances are heard again'),
    })
  })
  runRounds(app, { name: 'live', everyMs: beatMs, round: streams.beat })
  // Streams never end by themselves, and a shutdown waits for replies.
  app.addHook('preClose', async () => streams.close())
  app.addHook('onClose', async () => {
    clearTimeout(gathering)
    await channel?.close()
  })
  return streams
}
