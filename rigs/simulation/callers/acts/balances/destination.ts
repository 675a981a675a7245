// A merchant changes where payouts go: a new wallet or bank account, confirmed by the same sign-in (refused) or a later one,
// distrusted, or removed; and schedules that pay out by themselves.
import { type ActContext, isOk, minute } from '../context.ts'
import { confirm } from './confirm.ts'
import { distrust } from './distrust.ts'

const path = 'payout-destinations'
/** The sign-in of this time has ended after as long. */
const untilNextSignIn = 361 * minute

export async function destination(context: ActContext): Promise<void> {
  const { chance, clients, merchant, newKey, tries, sleep, acknowledge, once, next } = context
  const as = merchant()
  const number = String(next()).padStart(5, '0')
  const holder = `Boutique ${number.replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))}`
  const target = chance.pick([
    // Not one of the numbers that every merchant has from the beginning.
    { type: 'wallet', number: `08200${number}` },
    { type: 'bank', iban_or_account: 'BE68539007547034', bic: 'KREDBEBB', holder },
  ])
  const row = 'select 1 from payout_destination where coalesce(holder, number) = $1'
  const value = target.holder ?? `243${target.number?.slice(1)}`
  once('payout destination', row, value)
  const added = await clients.proven(as, 'POST', path, target, { ...newKey(), tries: 3 })
  if (!isOk(added)) return
  const { destination_id: id } = added.body.data
  acknowledge('payout destination', `${row} and public_id = $2`, value, id)
  if (chance.happens(0.5)) await confirm(context, as, id)
  await sleep(untilNextSignIn)
  await Promise.all([confirm(context, as, id), ...(chance.happens(0.2) ? [confirm(context, as, id)] : [])])
  if (chance.happens(0.5)) await distrust(context, as, id)
  if (chance.happens(0.8)) return
  const removed = await clients.proven(as, 'DELETE', `${path}/${id}`, {}, { tries: tries() })
  if (isOk(removed))
    acknowledge('removed destination', `${row} and public_id = $2 and state = 'removed'`, value, id)
}

/** Sets how often a merchant is paid everything that is available. */
export async function schedule({
  chance,
  clients,
  merchant,
  store,
  tries,
  acknowledge,
}: ActContext): Promise<void> {
  const as = merchant()
  const currency = chance.pick(['USD', 'USD', 'CDF'])
  const rows = await store.rows(
    `select d.public_id from payout_destination d join merchant m on m.id = d.merchant_id
      where m.merchant_code = $1 and d.state <> 'removed' order by d.id`,
    [as.merchant_code],
  )
  const interval = chance.pick(['daily', 'daily', 'weekly', 'manual'])
  const minimum = chance.pick([0, 5, 50])
  const destination_id = chance.pick(rows).public_id
  const response = await clients.proven(
    as,
    'PUT',
    'payout-schedule',
    { interval, minimum, currency, destination_id },
    { tries: tries() },
  )
  if (isOk(response))
    acknowledge(
      'payout schedule',
      `select 1 from audit_log where action = 'payout_schedule.set' and subject = $1
          and detail::json ->> 'interval' = $2 and detail::json ->> 'currency' = $3 and detail::json ->> 'destination_id' = $4`,
      ...[as.merchant_code, interval, currency, destination_id],
    )
}
