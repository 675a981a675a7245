// Statements that damage one row of a healthy database.
import { unquoted } from '../invariants/invariant.ts'

const one = (table: string, where: string) =>
  `ctid = (select ctid from ${table} where ${where} order by ctid limit 1)`
export const set = (table: string, where: string, changes: string) =>
  `update ${table} set ${changes} where ${one(table, where)}`
export const lose = (table: string, where: string) => `delete from ${table} where ${one(table, where)}`
/** The column that distinguishes a repeated row from the original, where it is not a number called `id`. */
const keys: Readonly<Record<string, string>> = {
  audit_log: `'seq', 0`,
  blacklisted_number: `'msisdn', '1'`,
  operation: `'id', gen_random_uuid()`,
  wallet_adjustment: `'id', gen_random_uuid()`,
  collection: `'operation', gen_random_uuid()`,
}
/** Repeats a row under another key, with these columns changed: `'currency', 'EUR'`. */
export const repeat = (table: string, where: string, ...changes: readonly string[]) =>
  `insert into ${table} select (jsonb_populate_record(x, jsonb_build_object(${[keys[table] ?? `'id', 0`, ...changes].join()}))).*
     from ${table} x where x.${one(table, where)}`

export const payment = (status: string, changes: string) =>
  set('card_transaction', `status = '${status}'`, changes)
/** Transfers without a quote: those by a quote have its figures. */
export const transfer = (status: string, changes: string) =>
  set('transfer', `status = '${status}' and ${unquoted('transfer')}`, changes)
export const foreign = (changes: string) =>
  set('transfer', `rate_as_of is not null and ${unquoted('transfer')}`, changes)
export const call = (kind: string, changes: string) =>
  set('operation', `kind = '${kind}' and state = 'confirmed'`, changes)
export const event = (type: string, changes: string) =>
  set('webhook_event', `event_type = '${type}' and copy_id is null`, changes)
export const link = (changes: string) => set('payment_link', 'uses_confirmed = 1', changes)
export const ofLink = (changes: string) => set('card_transaction', 'payment_link_id is not null', changes)
export const line = (of: string, kind: string, changes: string) =>
  set('wallet_entry', `transfer_id = (${of}) and kind = '${kind}'`, changes)
export const bodyWith = (field: string, value: string) =>
  `body = jsonb_set(body::jsonb, '{${field}}', '"${value}"')::text`
export const thePayment = (status: string) =>
  `select min(id) from card_transaction where status = '${status}'`
export const the = (status: string) => `select min(id) from transfer where status = '${status}'`
export const onItsWay = set('transfer', `id = (${the('Successful')})`, `status = 'Submitted'`)
export const booked = (code: string, changes = 'amount_minor = amount_minor + 1') =>
  set('ledger_entry', `account_id in (select id from ledger_account where code = '${code}')`, changes)
export const account = (code: string, changes: string) => set('ledger_account', `code = '${code}'`, changes)
/** A row of the audit log for an action that never happened. */
export const said = (action: string) => repeat('audit_log', 'true', `'action', '${action}'`)

export const moves = (
  move: string,
  thing: string,
  id: string,
  [from, event, to]: readonly string[],
  other: string,
) => {
  const where = `from_status = '${from}' and to_status = '${to}'`
  return {
    'a move that is not allowed': set(move, where, `event = 'wished'`),
    'a move written twice': repeat(move, where),
    'another status than the last move': set(
      thing,
      `id in (select ${id} from ${move} where event = '${event}')`,
      `status = '${other}'`,
    ),
    'no move at all': `delete from ${move} where ${id} = (select max(${id}) from ${move})`,
  }
}

/** A settlement like the first with these columns changed, and a transfer in it. */
export const settled = (mark: string, status: string, changes: string) =>
  `with other as (${repeat('settlement', 'true', changes)}) ${transfer(status, `${mark} = 0`)}`
export const unsettled = (mark: string, status: string) => ({
  [`${status}, in no settlement`]: transfer(status, `${mark} = null`),
  [`${status}, in an open settlement`]: settled(mark, status, `'closed_at', null`),
  [`${status}, in another merchant's settlement`]: settled(mark, status, `'merchant_id', 0`),
  [`${status}, in another environment's settlement`]: settled(mark, status, `'environment', 'production'`),
})

/** A new wallet below zero, and a ledger that agrees with it. */
export const overdrawn = (which: string) =>
  `with a as (${repeat('ledger_account', `code = 'wallet_${which}'`, `'merchant_id', 0`)}),
        e as (${repeat('ledger_entry', 'true', `'account_id', 0, 'amount_minor', 1`)})
   ${repeat('wallet', 'true', `'merchant_id', 0, 'available_minor', 0, 'reserved_minor', 0, '${which}_minor', -1`)}`

export const owed = (code: string, part: string) => ({
  'a cent more in the ledger': booked(code),
  'a cent more in a payment': payment('SUCCESS', `${part} = ${part} + 1`),
  'another currency': account(code, `currency = 'EUR'`),
  'another environment': account(code, `environment = 'production'`),
  'nothing in the ledger': `delete from ledger_entry where account_id in (select id from ledger_account where code = '${code}')`,
})

export const each = <Key extends string>(keys: readonly Key[], fault: (key: Key) => string) =>
  Object.fromEntries(keys.map((key) => [key, fault(key)]))
