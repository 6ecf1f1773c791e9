import type { ReactNode } from 'react'
import type { MailWords } from '#domain/mail-words.ts'

export type MailFrameProps = {
  words: MailWords
  company: { name: string; email: string; colour: string }
  /** Without a public address a mail has no link. */
  publicUrl: string | undefined
  children?: ReactNode
}

/** Mail programs that know no media queries show the light colours, which are inline. */
const DARK = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .card { background: #1a1b1e !important; }
  .text { color: #e9ecef !important; }
  .dim { color: #b4b9be !important; }
  .rule { border-color: #4b4f55 !important; }
  .button { background: #e9ecef !important; color: #1a1b1e !important; }
}`

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const TEXT = { color: '#212529', fontFamily: FONT, fontSize: 16, lineHeight: '24px' }
export const DIM = { ...TEXT, color: '#5c636a', fontSize: 14, lineHeight: '20px' }
export const CELL = {
  ...TEXT,
  padding: '8px 0',
  borderTop: '1px solid #dee2e6',
  verticalAlign: 'top',
} as const
export const HEAD = { ...DIM, padding: '8px 0', fontWeight: 400, textAlign: 'left' } as const

/** What every mail has: the company, a heading, paragraphs and a link. */
export function MailFrame({ words, company, publicUrl, children }: MailFrameProps) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{words.subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#ffffff' }}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 16px' }}>
                <table
                  role="presentation"
                  className="card"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: 600, background: '#ffffff' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ borderTop: `4px solid ${company.colour}`, paddingTop: 16 }}>
                        <p className="dim" style={{ ...DIM, margin: 0 }}>
                          {company.name}
                        </p>
                        <h1
                          className="text"
                          style={{ ...TEXT, fontSize: 24, lineHeight: '32px', margin: '8px 0 16px' }}
                        >
                          {words.heading}
                        </h1>
                        {words.paragraphs.map((paragraph) => (
                          <p key={paragraph} className="text" style={{ ...TEXT, margin: '0 0 16px' }}>
                            {paragraph}
                          </p>
                        ))}
                        <Link words={words} publicUrl={publicUrl} />
                        {children}
                        <p className="dim" style={{ ...DIM, margin: '24px 0 0' }}>
                          {company.email === ''
                            ? `Sent by ${company.name}.`
                            : `Sent by ${company.name}. Questions? Write to ${company.email}.`}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Link({ words, publicUrl }: Pick<MailFrameProps, 'words' | 'publicUrl'>) {
  if (publicUrl === undefined) return null
  const colours = { background: '#212529', color: '#ffffff' }
  return (
    <p style={{ margin: '0 0 24px' }}>
      <a
        className="button"
        href={new URL(words.link.path, publicUrl).href}
        style={{
          ...TEXT,
          ...colours,
          display: 'inline-block',
          padding: '10px 20px',
          borderRadius: 6,
          textDecoration: 'none',
        }}
      >
        {words.link.label}
      </a>
    </p>
  )
}
