// Routes by which a till takes a part: its payer's link by a few letters, and what became of the part. Whoever may use the till finds every
// link in parts of the merchant here, with no more than a cashier needs: no payment, and nothing about who paid.
import { z } from 'zod'
import { formatMoney, money } from '../../../kernel/money.ts'
import { operatorCodes } from '../../../kernel/operators.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Session } from '../../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../../platform/http/access.ts'
import { dataResponse, dayText, twoPlaces } from '../../../platform/http/api.ts'
import { text } from '../../../platform/http/body/body.ts'
import { readQuery } from '../../../platform/http/list-query.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { resultLink } from '../../checkout/checkout-addresses.ts'
import { linkAddress, statusAt, storedLinkCode } from '../../transaction/payment-link.ts'
import { cardProblems } from '../../transaction/problems.ts'
import { currencyName } from '../../transaction/schemas.ts'
import type { LinkNeeds } from '../manage-links.ts'
import { missingUntil, nextDueOf, remainingOf, roomOf } from '../parts.ts'
import { exampleLink } from '../schemas.ts'
import { findPaymentOfSale, findTillLink, findTillLinks, type TillLinkRow, takeSale } from './queries.ts'

const due = z.object({ due_on: dayText, amount: twoPlaces })
const part = {
  code: z.string(),
  url: z.string(),
  payer_label: z.string().nullable(),
  merchant_reference: z.string(),
  description: z.string(),
  group: z.string().nullable(),
  currency: currencyName,
  remaining: twoPlaces,
  available: twoPlaces.meta({ description: 'What remains, without the parts that are being paid now.' }),
  minimum_part: twoPlaces,
  due_so_far: twoPlaces.meta({
    description: "What is missing of all that is due until today, in the merchant's time zone.",
  }),
  next_due: due.nullable(),
}
const { code, url } = exampleLink
const examplePart = {
  ...{ code, url, payer_label: 'Amani Bahati', merchant_reference: 'P-0417', description: 'Minerval' },
  ...{
    group: '6e A',
    currency: 'USD' as const,
    remaining: '60.00',
    available: '60.00',
    minimum_part: '5.00',
  },
  ...{ due_so_far: '0.00', next_due: { due_on: '2027-04-15', amount: '30.00' } },
}

const searchQuery = z.object({
  q: text({ min: 3, max: 200 }).meta({
    examples: ['Bahati'],
    description:
      'A part of a name or a reference, a code, or the address of a link as its printed code has it.',
  }),
})
const saleQuery = z.object({
  sale: z.uuid().meta({
    examples: ['0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10'],
    description: 'Which the till chose, and put as `sale` into the address that the payer opened.',
  }),
})

const ofPart = {
  status: z.enum(['ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED']),
  payment: z
    .object({
      state: z.enum(['open', 'paid', 'failed']),
      amount: twoPlaces.meta({ description: 'Which the payer may have changed.' }),
      prompt: z
        .object({ operator: z.enum(operatorCodes), number_end: z.string() })
        .nullable()
        .meta({ description: 'Set while the payer is being asked on the phone.' }),
      receipt_link: z.string().nullable().meta({ description: 'The page of the receipt of this part.' }),
    })
    .nullable()
    .meta({ description: 'Null until the payer has begun.' }),
}

const reading = { tag: 'Portal', method: 'GET', priority: 'list', access: users('sell') } as const

export const tillPartRoutes = [
  userEndpoint({
    ...reading,
    id: 'findPartsAtTill',
    path: '/api/v1/merchant/till/parts',
    summary: 'Find links in parts at the till',
    description: `At most ten links in parts that can be paid, whoever made them: a cashier finds those of all payers here, with what is needed to take a
part, and no payments.`,
    query: searchQuery,
    responses: {
      200: dataResponse('TillParts', z.object({ items: z.array(z.object(part).meta({ id: 'TillPart' })) }), {
        items: [examplePart],
      }),
    },
    work: async (needs: LinkNeeds, { session, request }) => {
      const { q } = readQuery(searchQuery, request.query)
      const links = await needs.db.rows(findTillLinks, [...ownerOf(session), needs.clock.now(), q, codeIn(q)])
      return { items: links.map((link) => renderedPart(needs, link)) }
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readPartAtTill',
    path: '/api/v1/merchant/till/parts/:code',
    summary: 'Retrieve what became of a part at the till',
    description: `The link, and the payment that was begun by the address of this sale, for two days. The first user who asks for a sale takes it: its
payment is among what they sold today.`,
    params: { code: z.string().meta({ examples: [code] }) },
    query: saleQuery,
    responses: {
      200: dataResponse('TillSale', z.object({ ...part, ...ofPart }), {
        ...examplePart,
        status: 'ACTIVE',
        payment: {
          ...{ state: 'paid', amount: '30.00', prompt: null },
          receipt_link: 'https://pay.example/api/v1/payment/LKT-20261121-093000-K7Q2M9XW-CD/result?sig=b2lJ',
        },
      }),
    },
    problems: [cardProblems.link_not_found],
    work: async (needs: LinkNeeds & { secrets: Secrets }, { session, request, params }) => {
      const { sale } = readQuery(saleQuery, request.query)
      const { db, clock } = needs
      const [link] = await db.rows(findTillLink, [...ownerOf(session), storedLinkCode(params.code), sale])
      if (!link) throw new Problem(cardProblems.link_not_found)
      if (!link.is_taken) await db.rows(takeSale, [link.id, sale, session.user.id, clock.now()])
      const status = statusAt(link, clock.now())
      return { ...renderedPart(needs, link), status, payment: await paymentOf(needs, link, sale) }
    },
  }),
]

const ownerOf = ({ merchantId, environment }: Session) => [merchantId, environment]

/** The code of a link in what was typed or scanned. */
const codeIn = (q: string) => storedLinkCode(/\/pl\/([A-Za-z0-9]{12})/.exec(q)?.[1] ?? q)

function renderedPart({ clock, baseUrl }: LinkNeeds, link: TillLinkRow) {
  const shown = (minor: bigint) => formatMoney(money(minor, link.currency))
  const today = clock.now().toZonedDateTimeISO(link.time_zone).toPlainDate().toString()
  const [missing, next] = [missingUntil(link, today), nextDueOf(link)]
  return {
    code: link.code,
    url: linkAddress(baseUrl, link.code),
    payer_label: link.payer_label,
    merchant_reference: link.merchant_reference,
    description: link.description,
    group: link.group_name,
    currency: link.currency,
    remaining: shown(remainingOf(link) ?? 0n),
    available: shown(roomOf(link)),
    minimum_part: shown(link.min_minor ?? 0n),
    due_so_far: shown(missing > 0n ? missing : 0n),
    next_due: next && { due_on: next.due_on, amount: shown(next.minor) },
  }
}

async function paymentOf(
  { db, baseUrl, secrets }: LinkNeeds & { secrets: Secrets },
  { id, currency }: TillLinkRow,
  sale: string,
) {
  const [row] = await db.rows(findPaymentOfSale, [id, sale])
  if (!row) return null
  const { status, operator, number_end } = row
  const isPaid = !['PENDING', 'FAILED', 'CANCELLED', 'EXPIRED'].includes(status)
  const state = isPaid ? ('paid' as const) : status === 'PENDING' ? ('open' as const) : ('failed' as const)
  return {
    state,
    amount: formatMoney(money(row.amount_minor, currency)),
    prompt: status === 'PENDING' && operator && number_end ? { operator, number_end } : null,
    receipt_link: isPaid ? resultLink(baseUrl, secrets, row.transaction_uuid) : null,
  }
}
