import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { billPdf } from './bill-pdf.ts'
import { deliveryNotePdf } from './delivery-note-pdf.ts'
import { statementPdf } from './statement-pdf.ts'

/** Prints in a thread of its own, one document after another: see ../printer.ts. */

const PRINTS = { bill: billPdf, deliveryNote: deliveryNotePdf, statement: statementPdf }

export type Prints = typeof PRINTS
/** The arguments of one document, as a thread copies them. */
export type Job = { id: number; kind: keyof Prints; parts: readonly unknown[] }
export type Printed = { id: number; bytes: Uint8Array } | { id: number; error: unknown }

/** Requests come first. Only Linux gives a thread a priority of its own. */
const NICENESS = 10
if (process.platform === 'linux') setPriority(NICENESS)

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (job: Job) => {
  last = last.then(async () => parentPort?.postMessage(await print(job)))
})

async function print({ id, kind, parts }: Job): Promise<Printed> {
  try {
    return { id, bytes: await (PRINTS[kind] as (...parts: readonly unknown[]) => Promise<Buffer>)(...parts) }
  } catch (error) {
    return { id, error }
  }
}
