// The portal's route for what a user sold today.

import { z } from 'zod'
import { examplePaymentSummary, paymentSummary } from '../../cards/payments/schemas.ts'
import { paymentsOfSeller } from '../../cards/payments/seller-payments.ts'
import { currencyName } from '../../cards/transaction/schemas.ts'
import { preferences } from '../../merchants/profile/preferences.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dayText, named, success, twoPlaces } from '../../platform/http/api.ts'
import type { Clock } from '../../platform/time/clock.ts'

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
    description: 'Payments through the links that the user made, at the till or elsewhere in the portal.',
    responses: {
      200: named('OwnSales', success(soldDay), {
        status: 'success',
        data: {
          day: '2026-11-21',
          totals: [{ currency: 'USD', count: 1, amount: '25.50' }],
          items: [{ ...examplePaymentSummary, origin: 'link', allowed_actions: [] }],
        },
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
