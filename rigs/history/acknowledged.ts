// Each acknowledged write is there in the end: in what the API shows, and in the database.
import type { Acknowledged } from '../simulation/callers/acknowledged.ts'
import { isDone, type Operation, type Output } from './operations.ts'

/** Something that a response acknowledged. @property isShown whether the last reads show it. */
export type Write = Acknowledged & { isShown: boolean }

/** What was read last of an order's payment, or of a wallet. */
type Last = Partial<Record<'status' | 'refunds' | 'lines', Output>>

/** @param operations the whole history, with a last read of each payment and wallet. */
export function acknowledgedIn(operations: readonly Operation[]): Write[] {
  const last = new Map<string, Last>()
  for (const { id, input, output } of operations) {
    if (!isDone(output) || (input.act !== 'status' && input.act !== 'refunds' && input.act !== 'lines'))
      continue
    last.set(id, { ...last.get(id), [input.act]: output })
  }
  const lastOf = (id: string) => last.get(id) ?? {}
  const done = operations.filter(({ output }) => isDone(output))
  // A write that was repeated under its key is one write.
  const unique = new Map(done.map((each) => [`${each.id} ${each.input.act} ${each.input.key}`, each]))
  return [...unique.values()].flatMap((each) => writeOf(each, lastOf))
}

function writeOf(operation: Operation, lastOf: (id: string) => Last): Write[] {
  const { object, id, input, output = {} } = operation
  const { key, amount } = input
  const { refunds, lines, ...last } = lastOf(id)
  const status = last.status?.status ?? ''
  const write = (isShown: boolean, sql: string, ...values: unknown[]): Write[] => [
    { what: `${input.act} ${key ?? ''} of ${object} ${id}`, isShown, sql, values },
  ]
  const isMoved = (movement: string) => lines?.movements?.includes(movement) ?? false
  switch (input.act) {
    case 'create': {
      const uuid = object === 'order' ? output.status! : id
      const isShown = lastOf(uuid).status !== undefined
      return write(isShown, 'select 1 from card_transaction where transaction_uuid = $1', uuid)
    }
    case 'charge': {
      if (output.status !== 'SUCCESS') return []
      const sql = `select 1 from card_transaction where transaction_uuid = $1 and status = any($2)`
      return write(paid.includes(status), sql, id, paid)
    }
    case 'refund':
      return write(
        refunds?.keys?.filter((each) => each === key).length === 1,
        `select 1 from card_refund r join card_transaction t on t.id = r.transaction_id
          where t.transaction_uuid = $1 and r.reason = $2 and r.status = 'SUCCESS' having count(*) = 1`,
        id,
        key,
      )
    case 'void': {
      const sql = `select 1 from card_transaction where transaction_uuid = $1 and status = 'VOIDED'`
      return write(status === 'VOIDED', sql, id)
    }
    case 'transfer': {
      const sql = `select 1 from transfer r ${ofMerchant} and r.reference = $2 having count(*) = 1`
      return write(isMoved(`reserve ${key}`), sql, id, key)
    }
    case 'top-up': {
      const sql = `select 1 from wallet_entry e join wallet r on r.id = e.wallet_id ${ofMerchant}
        and e.kind = 'TOPUP' and e.amount_minor = $2 having count(*) = 1`
      return write(isMoved(`top-up ${amount}`), sql, id, amount)
    }
    default:
      return []
  }
}

const paid = ['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED']

const ofMerchant = 'join merchant m on m.id = r.merchant_id where m.merchant_code = $1'
