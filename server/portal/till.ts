// The portal's routes for the till: what a user sold today, and whether the goods of a receipt were handed over.
import { z } from 'zod'
import { paymentsOfSeller } from '../cards/payments/list.ts'
import { examplePaymentSummary, paymentSummary } from '../cards/payments/schemas.ts'
import { type HandOver, handOverProblems, markHandedOver, readHandOver } from '../cards/receipts/hand-over.ts'
import { currencyName } from '../cards/transaction/schemas.ts'
import { preferences } from '../merchants/identity/preferences.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, dayText, named, twoPlaces, utcStamp } from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Clock } from '../platform/time/clock.ts'

const soldDay = z.object({
  day: dayText.meta({ description: "Today, in the merchant's time zone." }),
  totals: z
    .array(z.object({ currency: currencyName, count: z.int(), amount: twoPlaces }))
    .meta({ description: 'Paid payments, without what was refunded.' }),
  items: z.array(paymentSummary).meta({ description: 'The newest 200 payments, whatever became of them.' }),
})

export const tillRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'readOwnSales',
    method: 'GET',
    path: '/api/v1/merchant/till/day',
    priority: 'list',
    access: users('sell'),
    summary: 'Retrieve what the signed-in user sold today',
    description:
      'Payments through the links that the user made, at the till or elsewhere in the portal, and parts of links that the user took at the till.',
    responses: {
      200: dataResponse('OwnSales', soldDay, {
        day: '2026-11-21',
        totals: [{ currency: 'USD', count: 1, amount: '25.50' }],
        items: [{ ...examplePaymentSummary, origin: 'link', allowed_actions: [] }],
      }),
    },
    work: async (needs: TillNeeds, { session }) => ownSales(needs, session),
  }),
]

type TillNeeds = { db: Sql; clock: Clock }

async function ownSales({ db, clock }: TillNeeds, session: Session) {
  const { time_zone } = await preferences({ db }, session)
  const now = clock.now()
  const today = now.toZonedDateTimeISO(time_zone).startOfDay()
  const { merchantId, environment, user } = session
  const seller = { merchantId, environment, userId: user.id }
  const sold = await paymentsOfSeller(db, seller, { since: today.toInstant(), now })
  return { day: today.toPlainDate().toString(), ...sold }
}

const exampleCode = 'K7Q2M9XW4T'

const handOver = z.object({
  code: z.string(),
  state: z.enum(['waiting', 'handed_over']),
  handed_over_at: utcStamp.nullable(),
  handed_over_by: z.string().nullable().meta({ description: 'The name of the user who marked it.' }),
})

const example = {
  code: exampleCode,
  state: 'handed_over',
  handed_over_at: '2026-11-21T13:02:11Z',
  handed_over_by: 'Grâce Mukendi',
} satisfies HandOver

const markSchema = z.object({
  mark_id: z.uuid().meta({
    description: 'Chosen for this act. A repeat with the same id is not a second hand-over.',
  }),
})

const shared = {
  tag: 'Portal',
  params: { code: z.string().meta({ examples: [exampleCode] }) },
  priority: 'list',
  access: users('sell'),
} as const

/** Registers the routes of the page that shops verify receipts with. */
export const handOverRoutes = [
  userEndpoint({
    ...shared,
    id: 'readHandOver',
    method: 'GET',
    path: '/api/v1/merchant/receipts/:code/hand-over',
    summary: 'Retrieve whether the goods of a receipt were handed over',
    description: 'For receipts of card payments to the signed-in merchant; those of others are not found.',
    responses: { 200: dataResponse('HandOver', handOver, example) },
    problems: [handOverProblems.not_found],
    work: async (needs: { db: Sql; clock: Clock }, { session, params }) =>
      readHandOver(needs, session, params.code),
  }),
  userEndpoint({
    ...shared,
    id: 'markHandedOver',
    method: 'POST',
    path: '/api/v1/merchant/receipts/:code/hand-over',
    summary: 'Mark the goods of a receipt as handed over',
    description:
      'Once for each receipt: whoever comes later learns when and by whom it was marked (`outcome: marked_before`), and hands over nothing.',
    body: named('NewHandOver', markSchema, { mark_id: '0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10' }),
    responses: {
      200: dataResponse('MarkedHandOver', handOver.extend({ outcome: z.enum(['marked', 'marked_before']) }), {
        ...example,
        outcome: 'marked',
      }),
    },
    problems: [handOverProblems.not_found, handOverProblems.not_paid],
    work: async (needs: { db: Sql; clock: Clock }, { session, request, params }) => {
      const { mark_id: markId } = check(markSchema, jsonBody(request), 'body')
      return markHandedOver(needs, session, { code: params.code, markId })
    },
  }),
]
