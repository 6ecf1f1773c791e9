import { createElement } from 'react'
import { MailFrame, type MailFrameProps } from './mail-frame.tsx'
import { renderMail } from './render-mail.ts'

/** Mail that is words alone. */
export const renderWords = async (
  parts: Omit<MailFrameProps, 'children'>,
): Promise<{ subject: string; html: string; text: string }> => ({
  subject: parts.words.subject,
  ...(await renderMail(createElement(MailFrame, parts))),
})
