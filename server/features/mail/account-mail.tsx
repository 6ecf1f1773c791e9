import type { AccountMailKind } from '#domain/account-mail.ts'
import { type AccountMailFacts, accountWordsOf } from './account-mail-words.ts'
import { MailFrame, type MailFrameProps, TEXT } from './mail-frame.tsx'
import { renderMail } from './render-mail.ts'

type AccountMailParts = AccountMailFacts & {
  kind: AccountMailKind
  code?: string
} & Pick<MailFrameProps, 'company' | 'publicUrl'>

export const renderAccountMail = async ({
  kind,
  code,
  company,
  publicUrl,
  ...facts
}: AccountMailParts): Promise<{ subject: string; html: string; text: string }> => {
  const { notes, ...words } = accountWordsOf(kind, { ...facts, company })
  const grouped = code?.replace(/^(...)/, '$1 ')
  const mail = <AccountMail {...{ words, notes, code: grouped, company, publicUrl }} />
  return { subject: words.subject, ...(await renderMail(mail)) }
}

type AccountMailProps = Omit<MailFrameProps, 'children'> & {
  /** Grouped as it is read. */
  code: string | undefined
  /** After the link and the code. */
  notes: string[]
}

function AccountMail({ code, notes, ...frame }: AccountMailProps) {
  return (
    <MailFrame {...frame}>
      {code !== undefined && (
        <>
          <p className="text" style={{ ...TEXT, margin: '0 0 8px' }}>
            Or enter this code in the app, which you may have on your home screen:
          </p>
          <p
            className="text code"
            style={{
              ...TEXT,
              margin: '0 0 24px',
              fontSize: 28,
              lineHeight: '36px',
              letterSpacing: 2,
              fontWeight: 700,
            }}
          >
            {code}
          </p>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="text" style={{ ...TEXT, margin: '0 0 16px' }}>
          {note}
        </p>
      ))}
    </MailFrame>
  )
}
