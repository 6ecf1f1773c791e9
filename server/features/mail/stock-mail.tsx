import type { MailWords } from '#domain/mail-words.ts'
import type { StockMailContent, StockMailProduct } from '#domain/stock-alerts.ts'
import { CELL, DIM, HEAD, MailFrame, type MailFrameProps, TEXT } from './mail-frame.tsx'
import { renderMail } from './render-mail.ts'

type StockMailParts = Pick<MailFrameProps, 'company' | 'publicUrl'> & { content: StockMailContent }

export const renderStockMail = async ({
  content,
  ...frame
}: StockMailParts): Promise<{ subject: string; html: string; text: string }> => {
  const words = wordsOf(content)
  const mail = (
    <MailFrame {...frame} words={words}>
      {content.accounts.map((account) => (
        <Products key={account.customerId} {...account} />
      ))}
    </MailFrame>
  )
  return { subject: words.subject, ...(await renderMail(mail)) }
}

const wordsOf = ({ accounts, instead }: StockMailContent): MailWords => {
  const [first, ...others] = accounts.flatMap(({ products }) => products)
  const name = first?.name ?? ''
  const isOne = others.length === 0
  if (instead) return offerWords({ name: isOne ? name : 'these products', isOne, instead })
  return {
    subject: isOne ? `Back in stock: ${name}` : `Back in stock: ${name} and ${others.length} more`,
    heading: isOne
      ? 'A product you were waiting for is back in stock'
      : 'Products you were waiting for are back in stock',
    paragraphs: [
      `You asked us to tell you when ${isOne ? 'it was' : 'they were'} back. Stock is limited, and this does not reserve any.`,
    ],
    link: { path: '/home', label: isOne ? 'Add it to your order' : 'Add them to your order' },
  }
}

const offerWords = ({
  name,
  isOne,
  instead: { product_no, name: other, pack },
}: {
  name: string
  isOne: boolean
  instead: StockMailProduct
}): MailWords => ({
  subject: `You can have ${other} instead`,
  heading: `You can have ${other} instead`,
  paragraphs: [
    `You asked us to tell you when ${name} ${isOne ? 'is' : 'are'} back in stock. Until then we suggest ${[other, pack].filter(Boolean).join(', ')} (code ${product_no}).`,
    `We will still tell you when ${name} ${isOne ? 'is' : 'are'} back.`,
  ],
  link: { path: '/home', label: 'Add it to your order' },
})

function Products({ customerId, name, products }: StockMailContent['accounts'][number]) {
  return (
    <table className="lines" width="100%" cellPadding={0} cellSpacing={0} style={{ marginBottom: 24 }}>
      <thead>
        <tr>
          <th scope="col" className="dim" style={HEAD}>
            {`${name} (${customerId})`}
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.product_no}>
            <td className="text rule" style={{ ...CELL, ...TEXT }}>
              {product.name}
              <br />
              <span className="dim" style={DIM}>
                {[product.product_no, product.pack].filter(Boolean).join(' · ')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
