// An owner takes the right to request payouts from a user, so what is new among the destinations is distrusted: payouts to it that were
// not sent are held. The owner confirms it again later, and the payouts are decided once more.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { type ActContext, isOk, minute } from '../context.ts'
import { confirm } from './confirm.ts'
import { actsOn, requestPayout, type Source } from './payout.ts'

const findUser = `select u.user_id::text as id from merchant_user u join merchant m on m.id = u.merchant_id
  where m.merchant_code = $1 and u.role <> 'owner' order by u.id limit 1`
const findWaiting = `select d.public_id as id from payout_destination d join merchant m on m.id = d.merchant_id
  where m.merchant_code = $1 and d.state = 'waiting' order by d.id`
const findHeld = `select p.public_id as payout_id, p.state from merchant_payout p join merchant m on m.id = p.merchant_id
  where m.merchant_code = $1 and p.state = 'REQUESTED' and p.held_at is not null order by p.id`
const findBalance = `select b.currency, b.available_minor as available from merchant_balance b join merchant m on m.id = b.merchant_id
  where m.merchant_code = $1 and b.available_minor > 100 order by b.currency`

/** So little that no admin is asked, in minor units. */
const small = { USD: 500n, CDF: 500_000n }
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

type Balance = Pick<Source, 'currency' | 'available'>

/** @param destination_id a destination that was confirmed just now. */
export async function distrust(context: ActContext, as: Credentials, destination_id: string): Promise<void> {
  const { chance, sleep, store } = context
  const balances = (await store.rows(findBalance, [as.merchant_code])) as Balance[]
  await Promise.all([
    ...balances.map(({ currency, available }) =>
      requestPayout(context, {
        as,
        destination_id,
        currency,
        available: smaller(available, small[currency]),
      }),
    ),
    sleep(chance.spread(1, 300)).then(() => setRole(context, as, 'viewer')),
  ])
  await sleep(chance.spread(minute, 400 * minute))
  const waiting = await store.rows(findWaiting, [as.merchant_code])
  await Promise.all(waiting.map(({ id }) => confirm(context, as, String(id))))
  await sleep(chance.spread(1, 10 * minute))
  const held = (await store.rows(findHeld, [as.merchant_code])) as Parameters<typeof actsOn>[2][]
  await Promise.all(held.flatMap((payout) => actsOn(context, as, payout)))
  await setRole(context, as, 'accountant')
}

async function setRole(
  { clients, store, tries, acknowledge }: ActContext,
  as: Credentials,
  role: 'viewer' | 'accountant',
): Promise<void> {
  const [user] = await store.rows(findUser, [as.merchant_code])
  const response = await clients.proven(as, 'POST', `users/${user?.id}`, { role }, { tries: tries() })
  if (isOk(response) && role === 'viewer')
    acknowledge(
      'a right taken away',
      `select 1 from audit_log where action = 'merchant_user.changed' and subject = $1 and detail::json ->> 'given_role' = 'viewer'`,
      as.merchant_code,
    )
}
