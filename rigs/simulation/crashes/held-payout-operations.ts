// Payouts that were approved and not sent, whose destination is distrusted: they are held, and decided again.
import { isConfirmed } from '../callers/acts/balances/confirm.ts'
import type { Callers } from './callers.ts'
import { minutes, type Operation } from './operation.ts'
import { available, decide, request } from './payout-operations.ts'

const again = { tries: 4, comesBack: true }
const vodacom = '/api/v1/admin/operators/sandbox/vodacom'

/** A wallet or a bank account that was added a day ago and confirmed now, so that it is usable and still new. */
async function newDestination(callers: Callers, type: 'wallet' | 'bank'): Promise<string> {
  const { as, world } = callers
  const [row] = await world.store.rows(
    `insert into payout_destination (merchant_id, environment, type, operator, number, account, bic, holder, state, created_at,
       usable_from, delay, created_session)
     select id, 'sandbox', $1::text, case $1 when 'wallet' then 'vodacom' end, case $1 when 'wallet' then '243820000099' end,
            case $1 when 'bank' then 'BE68539007547034' end, case $1 when 'bank' then 'KREDBEBB' end,
            case $1 when 'bank' then 'Boutique' end, 'waiting', $2::timestamptz - interval '1 day', $2, '1 day', '\\x01'
       from merchant where merchant_code = $3 returning public_id`,
    [type, world.now().toString(), as.merchant_code],
    as.cell,
  )
  const id = String(row?.public_id)
  await confirm(callers, id)
  return id
}

async function confirm({ as, clients, acknowledge }: Callers, id: string): Promise<void> {
  const response = await clients.proven(as, 'POST', `payout-destinations/${id}/confirm`, {}, again)
  if (response?.status === 200) acknowledge('confirmed destination', isConfirmed, id)
}

/** The owner gives a user another role; without the right to request payouts, new destinations are distrusted. */
async function setRole({ as, clients, world }: Callers, role: 'viewer' | 'accountant'): Promise<void> {
  const [user] = await world.store.rows(
    `select u.user_id::text as id from merchant_user u join merchant m on m.id = u.merchant_id
      where m.merchant_code = $1 and u.role <> 'owner'`,
    [as.merchant_code],
  )
  await clients.proven(as, 'POST', `users/${user?.id}`, { role }, again)
}

const operator = ({ clients }: Callers, act: 'pause' | 'resume') =>
  clients.admin('amina', `${vodacom}/${act}`, { reason: 'they asked us to' }, again)

/** An approved payout to a new destination that cannot be sent yet. Returns its id. */
async function unsent(callers: Callers, type: 'wallet' | 'bank'): Promise<string> {
  await available(callers)
  await setRole(callers, 'accountant')
  if (type === 'wallet') await operator(callers, 'pause')
  const id = await request(callers, await newDestination(callers, type), 1)
  // After many payouts on one day, further ones wait for an admin.
  const text = 'select state from merchant_payout where public_id = $1'
  const [made] = await callers.world.store.rows(text, [id])
  if (made?.state === 'REQUESTED') await decide(callers, id, 'approve', 'benoit')
  return id
}

async function destinationOf({ world }: Callers, payout: string): Promise<string> {
  const [row] = await world.store.rows(
    `select d.public_id from merchant_payout p join payout_destination d on d.id = p.destination_id where p.public_id = $1`,
    [payout],
  )
  return String(row?.public_id)
}

export const heldPayoutOperations: readonly Operation[] = [
  {
    name: 'payout held, confirmed and approved again',
    movesMoney: true,
    prepare: (callers) => unsent(callers, 'wallet'),
    async run(callers, id) {
      await setRole(callers, 'viewer')
      await operator(callers, 'resume')
      await minutes(callers.world, 2)
      await confirm(callers, await destinationOf(callers, id))
      await decide(callers, id, 'approve')
    },
  },
  {
    name: 'payout held while its operator calls',
    movesMoney: true,
    prepare: (callers) => unsent(callers, 'wallet'),
    async run(callers, id) {
      await Promise.all([operator(callers, 'resume'), setRole(callers, 'viewer')])
      await minutes(callers.world, 2)
      await decide(callers, id, 'reject')
    },
  },
  {
    name: 'payout held in its batch, rejected',
    movesMoney: false,
    prepare: (callers) => unsent(callers, 'bank'),
    async run(callers, id) {
      const { clients, world } = callers
      const path = '/api/v1/admin/payout-batches'
      await clients.admin('amina', path, { environment: 'sandbox', currency: 'USD' }, again)
      const [batch] = await world.store.rows('select public_id from payout_batch order by id desc limit 1')
      const approve = `${path}/${batch?.public_id}/approve`
      await setRole(callers, 'viewer')
      await clients.admin('benoit', approve, { reason: 'checked' }, again)
      await decide(callers, id, 'reject')
    },
  },
  {
    name: 'payout held and cancelled with its destination',
    movesMoney: false,
    prepare: (callers) => unsent(callers, 'bank'),
    async run(callers, id) {
      const { as, clients, acknowledge } = callers
      const destination = await destinationOf(callers, id)
      await setRole(callers, 'viewer')
      const path = `payout-destinations/${destination}`
      const removed = await clients.proven(as, 'DELETE', path, {}, again)
      if (removed?.status !== 200) return
      acknowledge(
        'removed destination',
        `select 1 from merchant_payout where public_id = $1 and state = 'CANCELLED'`,
        id,
      )
    },
  },
]
