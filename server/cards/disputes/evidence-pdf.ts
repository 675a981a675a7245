// The evidence of a dispute as one PDF file, which an admin submits at the gateway: what was bought and paid, how the cardholder
// was authenticated, and what the merchant says and sends. It shows no more of the card than a receipt does.
import { formatMoney, money } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import {
  type Block,
  blockPages,
  type Fact,
  facts,
  picture,
  section,
  text,
} from '../../platform/documents/blocks.ts'
import { openPdf, type Pdf } from '../../platform/documents/pdf.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { receiptCode } from '../../receipts/receipt-codes.ts'
import { knownDevice, type StoredDevice } from '../authentication/payer-device.ts'
import { listEvidence, type ShownAuthentication } from '../authentication/queries.ts'
import { listRefunds, type RefundRow } from '../refunds/queries.ts'
import { type TransactionRow, transactionByUuid } from '../transaction/queries.ts'
import { type DisputeFileRow, type EvidenceField, filesOf } from './queries.ts'
import type { ListedDispute } from './responses.ts'

type Section = { title: string; lines?: readonly Fact[]; text?: string }

const titles: Record<EvidenceField, string> = {
  explanation: 'Explanation of the merchant',
  product_description: 'Product or service',
  delivery: 'Delivery',
  customer_contact: 'Contact with the customer',
  refund_policy: 'Refund policy',
}

/** The words for the status that the issuer reports. */
const results: Readonly<Record<string, string>> = { Y: 'authenticated', A: 'attempted', U: 'unavailable' }

/** To the second, as people write it. */
const moment = (at: Temporal.Instant) => utcSecond(at).replace('T', ' ').replace('Z', ' UTC')

/** The evidence of a dispute as it is now, as the bytes of a PDF file. */
export async function evidencePdf(
  { db, clock }: { db: Sql; clock: Clock },
  dispute: ListedDispute,
): Promise<Buffer> {
  const transaction = await transactionByUuid(db, dispute.transaction_uuid)
  const [authentications, refunds, files, pictures, receipt] = await Promise.all([
    db.rows(listEvidence, [transaction.id]),
    db.rows(listRefunds, [transaction.id]),
    filesOf(db, dispute.id),
    picturesOf(db, dispute.id),
    receiptCode(db, { transactionId: transaction.id }, clock.now()),
  ])
  const sections = [
    caseSection(dispute),
    paymentSection(transaction, receipt),
    payerSection(transaction),
    ...authenticationSections(authentications.findLast(({ state }) => state === 'used')),
    ...refundSection(refunds),
    ...Object.entries(titles).flatMap(([name, title]) => {
      const text = dispute.evidence[name as EvidenceField]
      return text ? [{ title, text }] : []
    }),
    fileSection(files, pictures),
  ]
  const title = `Dispute ${dispute.case_number}`
  const pdf = await openPdf({ title, author: 'Likuta', language: 'en', madeAt: clock.now() })
  const blocks = [
    ...sections.flatMap((one) => blocksOf(pdf, one)),
    ...pictures.map(({ name, content }) =>
      picture(pdf, name, content, 'This picture is sent with this document.'),
    ),
  ]
  const head = { title, subtitle: transaction.merchant_name }
  const pages = blockPages(pdf, blocks, { head, language: 'en', note: `Evidence of the merchant. ${title}` })
  return Buffer.concat(await Array.fromAsync(pages))
}

function caseSection(dispute: ListedDispute): Section {
  const { currency } = dispute
  return {
    title: 'Case',
    lines: [
      ['Case number', dispute.case_number],
      ['Disputed amount', `${formatMoney(money(dispute.amount_minor, currency))} ${currency}`],
      ['Reason', [dispute.reason_code, dispute.reason].filter(Boolean).join(' ')],
      ['Evidence accepted until', dispute.respond_by ? moment(dispute.respond_by) : ''],
    ],
  }
}

function paymentSection(transaction: TransactionRow, receipt: string): Section {
  const { amount_minor, currency, card_type, card_last4, finalised_at } = transaction
  const amount =
    amount_minor === null || currency === null
      ? ''
      : `${formatMoney(money(amount_minor, currency))} ${currency}`
  return {
    title: 'Payment',
    lines: [
      ['Merchant', transaction.merchant_name],
      ["Merchant's reference", transaction.merchant_reference],
      ['Transaction', transaction.transaction_uuid],
      ["Gateway's payment id", transaction.cs_payment_id ?? ''],
      ['Amount', amount],
      ['Card', card_last4 && `${card_type} ending in ${card_last4}`],
      ['Ordered at', moment(transaction.created_at)],
      ['Paid at', finalised_at ? moment(finalised_at) : ''],
      ['Receipt', receipt],
    ],
  }
}

function payerSection(transaction: TransactionRow): Section {
  const place = [
    transaction.bill_to_address_postal_code,
    transaction.bill_to_address_city,
    transaction.bill_to_address_state,
    transaction.bill_to_address_country,
  ]
  return {
    title: 'Payer, as given at the checkout',
    lines: [
      ['Name', `${transaction.bill_to_forename ?? ''} ${transaction.bill_to_surname ?? ''}`.trim()],
      ['Email', transaction.bill_to_email ?? ''],
      ['Phone', transaction.bill_to_phone ?? ''],
      [
        'Address',
        [transaction.bill_to_address_line1, place.filter(Boolean).join(' ')].filter(Boolean).join(', '),
      ],
    ],
  }
}

const authenticationTitle = 'Authentication of the cardholder (3-D Secure)'

/** @param charged the last authentication that was charged; none where the merchant's server charged a card without one */
function authenticationSections(charged: ShownAuthentication | undefined): Section[] {
  if (!charged)
    return [{ title: authenticationTitle, text: 'None: the merchant charged the card without it.' }]
  const { dispute_evidence: evidence, was_challenged, authenticated_at, ...stored } = charged
  // Payments of older releases have a device and no evidence.
  if (!evidence) return deviceSection(stored)
  return [
    {
      title: authenticationTitle,
      lines: [
        ['Result', [evidence.pares_status, results[evidence.pares_status]].filter(Boolean).join(', ')],
        ['Flow', was_challenged ? 'challenge: the cardholder confirmed it at the bank' : 'frictionless'],
        ['Authenticated at', authenticated_at ? moment(authenticated_at) : ''],
        ['Electronic commerce indicator (ECI)', evidence.eci],
        ['Version', evidence.version],
        ['Directory server transaction id', evidence.directory_server_transaction_id],
      ],
    },
    ...deviceSection(stored),
  ]
}

function deviceSection(stored: StoredDevice): Section[] {
  const device = knownDevice(stored)
  if (!device) return []
  return [
    {
      title: "Payer's device, when the card was entered",
      lines: [
        ['IP address', device.ip_address ?? ''],
        ['Browser', device.user_agent ?? ''],
        ['Language', device.language ?? ''],
        ['Screen', device.screen ? `${device.screen} pixels` : ''],
      ],
    },
  ]
}

function refundSection(refunds: readonly RefundRow[]): Section[] {
  const completed = refunds.filter(({ status }) => status === 'SUCCESS')
  if (completed.length === 0) return []
  const lines = completed.map(
    ({ amount_minor, currency, completed_at, reason }): Fact => [
      completed_at ? moment(completed_at) : '',
      `${formatMoney(money(amount_minor, currency))} ${currency}: ${reason}`,
    ],
  )
  return [{ title: 'Refunds', lines }]
}

function fileSection(files: readonly DisputeFileRow[], pictures: readonly Picture[]): Section {
  if (files.length === 0) return { title: 'Files', text: 'None.' }
  const shown = new Set(pictures.map(({ id }) => id))
  const place = (id: string) => (shown.has(id) ? 'shown on a page below' : 'sent with this document')
  return { title: 'Files', lines: files.map(({ id, name, type }): Fact => [name, `${type}, ${place(id)}`]) }
}

const blocksOf = (pdf: Pdf, { title, lines = [], text: written }: Section): Block[] =>
  section(pdf, title, ...facts(pdf, lines), ...(written === undefined ? [] : text(pdf, written)))

type Picture = { id: string; name: string; content: Buffer }

type StoredPicture = Picture & { type: 'image/jpeg' | 'image/png' }

const listPictures = statement<StoredPicture>(
  'list_dispute_pictures',
  `select public_id as id, name, type, content from card_dispute_file f
    where dispute_id = $1 and type in ('image/jpeg', 'image/png') order by f.id`,
)

/** The pictures of a dispute that a PDF file can contain as they are. */
async function picturesOf(sql: Sql, dispute: bigint): Promise<Picture[]> {
  return (await sql.rows(listPictures, [dispute])).filter(
    ({ type, content }) => type === 'image/jpeg' || !needsDecoding(content),
  )
}

const hasAlpha = 4
const headerLength = 33

/**
 * Whether a PNG has to be decoded for a PDF: if it is transparent or interlaced. The library would do it after our call, where a
 * damaged picture could not be caught and a tiny file may become an immense one.
 */
// guard: evidence-picture
function needsDecoding(png: Buffer): boolean {
  const [colourType, interlaced] = [png[25] ?? hasAlpha, png[28]]
  return (colourType & hasAlpha) !== 0 || interlaced !== 0 || png.includes('tRNS', headerLength)
}
