// Records what cases are about: the parties of held transfers, which lie in cells, and of alerts. They are assigned to cases afterwards,
// so that nothing is lost between the two, and acceptance does not wait for it.
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { transfersById } from '../transfer/queries.ts'
import type { PartyRole } from './person.ts'

/** `limited`: the parties whose limits were exceeded. */
type HeldTransfer = { id: bigint; merchant_id: bigint; environment: Environment; limited: PartyRole[] }

const atOnce = 500

/** @param held a condition for the transfers `t`. */
const heldTransfers = (held: string) => `
  select t.id, t.merchant_id, t.environment, array(
           select distinct case when h.subject in ('beneficiary', 'number') then 'receiver' else 'sender' end
             from limit_hit h where h.transfer_id = t.id and h.outcome = 'hold') as limited
    from transfer t where ${held} order by t.id`

// A transfer that is being decided is not waited for: its decision may wait for what is recorded here.
// guard: transfer-being-decided
const findHeld = statement<HeldTransfer>(
  'find_held_transfers',
  `${heldTransfers(`t.status = 'Hold' and t.id > $1`)} limit ${atOnce}`,
)
const findDecided = statement<HeldTransfer>('find_decided_hold', heldTransfers('t.id = $1'))

/**
 * The parties that hold a transfer: those that screening holds, and those whose limits were exceeded. A hold because screening was
 * unavailable says nothing about a person, so it opens no case. A transfer that was decided since it was read has the same parties,
 * which its decision has recorded. Each party is looked for, because a transfer may be seen before its screenings are.
 */
const recordHeld = controlStatement(
  'record_held_parties',
  `with sent as materialized (
     select * from json_to_recordset($1) as t (id bigint, merchant_id bigint, environment text, limited text[])
   ), screened as materialized (
     select t.id, p.role from sent t join screened_party p on p.subject = 'transfer:' || t.id
      where p.decision = 'hold' and p.reason <> 'screening_unavailable'
   ), party as materialized (
     select id, role from screened union select id, unnest(limited) from sent
   )
   insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, added_at)
   select 'hold', t.environment, t.merchant_id, t.id, party.role, $2
     from sent t join party using (id)
    where not exists (
      select from compliance_case_item i where i.transfer_id = t.id and i.kind = 'hold' and i.role = party.role)
    order by t.id, party.role
       on conflict do nothing`,
)

async function recordParties(
  sql: Sql,
  transfers: readonly HeldTransfer[],
  now: Temporal.Instant,
): Promise<void> {
  if (transfers.length === 0) return
  const rows = transfers.map((transfer) => ({
    ...transfer,
    id: String(transfer.id),
    merchant_id: String(transfer.merchant_id),
  }))
  await sql.rows(recordHeld, [JSON.stringify(rows), now])
}

/** Records the parties of all transfers that are held. */
export async function recordHolds(db: Sql, now: Temporal.Instant): Promise<void> {
  for (let after = 0n; ; ) {
    const held = await db.rows(findHeld, [after])
    await recordParties(db, held, now)
    if (held.length < atOnce) return
    after = held.at(-1)!.id
  }
}

/** Records the parties of a transfer whose hold is decided, because it may be decided before the worker has seen it. */
export async function recordDecidedHold(
  sql: Tx,
  transfer: { id: bigint },
  now: Temporal.Instant,
): Promise<void> {
  // guard: case-of-decided-hold
  await recordParties(sql, await sql.rows(findDecided, [transfer.id]), now)
}

type NewAlert = { id: bigint; role: PartyRole; transfer_id: bigint }
const findAlerts = controlStatement<NewAlert>(
  'find_alerts_without_case_item',
  `select a.id, p.role, substr(p.subject, length('transfer:') + 1)::bigint as transfer_id
     from screening_alert a join screened_party p on p.id = a.screened_party_id
    where a.closed_at is null and a.id > $1 and p.subject like 'transfer:%'
      and not exists (select from compliance_case_item i where i.alert_id = a.id)
    order by a.id limit ${atOnce}`,
)
const recordAlerted = controlStatement(
  'record_alerted_parties',
  `insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, alert_id, added_at)
   select 'alert', a.environment, r.merchant_id, r.transfer_id, r.role, a.id, $2
     from json_to_recordset($1) as r (id bigint, merchant_id bigint, transfer_id bigint, role text)
     join screening_alert a on a.id = r.id and a.closed_at is null
    order by a.id
       on conflict do nothing`,
)

/** Records the parties of all open alerts. */
export async function recordAlerts(db: Sql, now: Temporal.Instant): Promise<void> {
  for (let after = 0n; ; ) {
    const alerts = await db.rows(findAlerts, [after])
    await recordAlertsOf(db, alerts, now)
    if (alerts.length < atOnce) return
    after = alerts.at(-1)!.id
  }
}

async function recordAlertsOf(db: Sql, alerts: readonly NewAlert[], now: Temporal.Instant): Promise<void> {
  if (alerts.length === 0) return
  const transfers = await transfersById(db, [...new Set(alerts.map(({ transfer_id }) => transfer_id))])
  const merchants = new Map(transfers.map(({ id, merchant_id }) => [id, merchant_id]))
  const rows = alerts.flatMap(({ id, role, transfer_id }) => {
    const merchant = merchants.get(transfer_id)
    if (merchant === undefined) return []
    return { id: String(id), merchant_id: String(merchant), transfer_id: String(transfer_id), role }
  })
  await db.rows(recordAlerted, [JSON.stringify(rows), now])
}
