import { answerJobs, BEHIND_REQUESTS } from '#server/worker/answer-jobs.ts'
import { billPdf } from './bill-pdf.ts'
import { deliveryNotePdf } from './delivery-note-pdf.ts'
import { statementPdf } from './statement-pdf.ts'

/** Prints in a thread of its own: see ../printer.ts. */

const PRINTS = { bill: billPdf, deliveryNote: deliveryNotePdf, statement: statementPdf }
export type Prints = typeof PRINTS

answerJobs(PRINTS, BEHIND_REQUESTS)
