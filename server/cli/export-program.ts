import type { Writable } from 'node:stream'
import { type ExportStatus, readExportStatus } from '#server/features/order-exports/export-status.ts'
import { type HandedOut, handOut } from '#server/features/order-exports/hand-out.ts'
import { EXPORT_USAGE, type ExportArguments, readExportArguments } from './export-arguments.ts'
import { EXPORT_FORMATS } from './export-formats.ts'
import { outputIn, outputTo } from './export-output.ts'
import type { Program, ProgramContext } from './program.ts'

/** @param stdout where orders go that no file was named for */
export const exportProgram =
  (stdout: Writable): Program =>
  async (context) => {
    const { args, say, openDatabase } = context
    const request = readExportArguments(args)
    if (request === 'help') say(EXPORT_USAGE)
    else if (request.what === 'status') {
      const status = await readExportStatus(await openDatabase())
      say(request.format === 'json' ? JSON.stringify(status) : textOfStatus(status))
    } else await exportOrders(context, request, stdout)
    return 0
  }

async function exportOrders(
  { openDatabase, signal, say, warn }: ProgramContext,
  request: Extract<ExportArguments, { what: 'orders' }>,
  stdout: Writable,
): Promise<void> {
  const format = EXPORT_FORMATS[request.format]
  const { out } = request
  const database = await openDatabase()
  const output = out === undefined ? outputTo(stdout, format) : outputIn(out, format)
  try {
    const handedOut = await handOut(database, { ...request, signal }, output)
    const summary = summaryOf(handedOut)
    if (out === undefined) warn(summary)
    else say(handedOut.count === 0 ? summary : `${out}: ${summary}`)
  } finally {
    await output.close()
  }
}

const summaryOf = ({ count, from, to }: HandedOut): string => {
  if (count === 0) return 'No order waits to be handed over.'
  return `${counted(count, 'event')}, ${from === to ? `number ${to}` : `numbers ${from} to ${to}`}`
}

const textOfStatus = (status: ExportStatus): string => {
  const { waiting, waitingSince, lastNumber, lastChannel, lastTakenAt, next } = status
  const failing = next !== null && next.failures > 0
  return [
    lastNumber === 0
      ? 'Nothing was handed over yet.'
      : `The last number is ${lastNumber}, by ${lastChannel}${lastTakenAt === null ? ', not taken yet' : `, taken at ${lastTakenAt}`}.`,
    waiting === 0
      ? 'Nothing to hand over.'
      : `${counted(waiting, 'event')} waiting, the first since ${waitingSince}.`,
    ...(failing
      ? [
          `Order ${next.orderNo} (${next.event}) holds the others: ${counted(next.failures, 'failure')}, next attempt at ${next.nextAttemptAt}.`,
          `  ${next.lastError}`,
        ]
      : []),
  ].join('\n')
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
