// Disputes as the gateway reports them: one line for each thing that happened to a case, visible from its time on.
import type { DatabaseSync } from 'node:sqlite'

export type DisputeEntry = {
  caseNumber: string
  merchantId: string
  paymentId: string
  code: string
  kind: 'inquiry' | 'opened' | 'won' | 'lost'
  amount: number
  currency: string
  reasonCode: string
  cardType: string
  at: number
}

export type Cases = ReturnType<typeof openCases>

const tables = `
  create table if not exists disputes (
    sequence integer primary key, merchant_id text not null, code text not null, at integer not null, body text not null);
  create index if not exists disputes_by_time on disputes (merchant_id, at);
  create index if not exists disputes_by_code on disputes (code);
`

export function openCases(database: DatabaseSync) {
  database.exec(tables)
  const add = database.prepare('insert into disputes (merchant_id, code, at, body) values (?, ?, ?, ?)')
  const byTime = database.prepare(
    'select body from disputes where merchant_id = ? and at >= ? and at < ? order by at, sequence',
  )
  const byCode = database.prepare('select body from disputes where code = ? order by at, sequence')
  const read = (rows: Record<string, unknown>[]) =>
    rows.map(({ body }) => JSON.parse(String(body)) as DisputeEntry)
  return {
    add(entry: DisputeEntry): void {
      add.run(entry.merchantId, entry.code, entry.at, JSON.stringify(entry))
    },
    between: (merchantId: string, from: number, to: number) => read(byTime.all(merchantId, from, to)),
    /** All lines about the cases of a payment. */
    of: (code: string) => read(byCode.all(code)),
  }
}
