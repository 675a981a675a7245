// Batches of payouts to banks: one admin makes one, several decide it at once, and whoever reads its file gives it to the bank.
import { admins } from '../../../world/settings.ts'
import { type ActContext, isOk, minute } from '../context.ts'

const path = '/api/v1/admin/payout-batches'

export async function bankBatch(context: ActContext): Promise<void> {
  const { chance, clients, admin, tries, sleep, store } = context
  const body = { environment: 'sandbox', currency: chance.pick(['USD', 'USD', 'CDF']) }
  const make = () => clients.admin(admin(), path, body, { tries: tries() })
  await Promise.all([make(), ...(chance.happens(0.2) ? [make()] : [])])
  const [waiting] = await store.rows(
    `select b.public_id, b.created_owner, (select p.public_id from merchant_payout p where p.batch_id = b.id limit 1) as payout
       from payout_batch b where b.state = 'WAITING' order by b.id limit 1`,
  )
  if (waiting) {
    await sleep(chance.spread(1_000, 10 * minute))
    const decisions = chance.pick([
      ['approve', 'approve'],
      ['approve', 'approve'],
      ['approve', 'approve', 'approve'],
      ['approve', 'reject'],
      ['remove', 'approve'],
      ['reject'],
    ] as const)
    await Promise.all(decisions.map((act) => decide(context, waiting as Batch, act)))
  }
  await bringToBank(context)
}

type Batch = { public_id: string; created_owner: string; payout: string | null }

async function decide(
  { clients, chance, acknowledge, contradict, tries }: ActContext,
  { public_id: id, created_owner, payout }: Batch,
  act: 'approve' | 'reject' | 'remove',
): Promise<void> {
  const who = chance.pick(admins)
  const to = act === 'remove' ? `${path}/${id}/payouts/${payout}/remove` : `${path}/${id}/${act}`
  const response = await clients.admin(who, to, { reason: 'looked at it' }, { tries: tries() })
  if (!isOk(response) || act === 'remove') return
  if (act === 'approve' && who.split('-')[0] === created_owner)
    contradict('a batch was approved by who made it', [id])
  const state = act === 'approve' ? 'APPROVED' : 'REJECTED'
  acknowledge(`batch: ${act}`, 'select 1 from payout_batch where public_id = $1 and state = $2', id, state)
}

/** Brings the files of approved batches to the bank, which takes each once. */
async function bringToBank({ clients, admin, manners, store, tries }: ActContext): Promise<void> {
  const approved = await store.rows(`select public_id from payout_batch where state = 'APPROVED' order by id`)
  for (const { public_id: id } of approved.filter(({ public_id }) => !manners.bank.hasFile(public_id))) {
    const file = await clients.readAdmin(admin(), `${path}/${id}/file`, { tries: tries() })
    if (isOk(file)) manners.bank.receive(id, file.body)
  }
}
