// Storage of the simulated gateway: one SQLite file (or memory), so that its data survives a restart. It never contains a
// card number or security code, only BIN, last four digits, expiry and the name of the card's behaviour.
import type { DatabaseSync } from 'node:sqlite'

export type CardFacts = {
  bin: string
  suffix: string
  type: string
  behaviour: string
  expirationMonth: string
  expirationYear: string
}

export type TransactionKind =
  | 'payment'
  | 'capture'
  | 'reversal'
  | 'void'
  | 'refund'
  | 'setup'
  | 'enrolment'
  | 'validation'

export type Transaction = {
  id: string
  kind: TransactionKind
  merchantId: string
  code: string
  /** `clientReferenceInformation.transactionId`: the merchant's own id for this request. */
  reference: string | null
  parentId: string | null
  submittedAt: number
  status: string
  reason: string | null
  currency: string
  amount: number
  authorised: number
  captured: number
  refunded: number
  /** When the money was captured for the next batch; null while nothing was captured. */
  capturedAt: number | null
  voided: boolean
  reversed: boolean
  card: CardFacts | null
  reply: Record<string, unknown>
}

export type Token = {
  id: string
  merchantId: string
  card: CardFacts
  expiresAt: number
  paidBy: string | null
}

export type Setup = { referenceId: string; merchantId: string; tokenId: string | null; collected: boolean }

export type Books = ReturnType<typeof openBooks>

const tables = `
  create table if not exists transactions (
    sequence integer primary key, id text not null unique, merchant_id text not null, kind text not null,
    code text not null, reference text, parent_id text, submitted_at integer not null, body text not null);
  create index if not exists transactions_by_code on transactions (code);
  create index if not exists transactions_by_reference on transactions (reference) where reference is not null;
  create index if not exists transactions_by_parent on transactions (parent_id) where parent_id is not null;
  create index if not exists transactions_by_time on transactions (merchant_id, submitted_at);
  create table if not exists records (kind text not null, id text not null, body text not null, primary key (kind, id));
  create table if not exists evidence (proof text primary key, authentication_id text not null);
`

export function openBooks(database: DatabaseSync) {
  database.exec(tables)
  const statements = {
    save: database.prepare(`
      insert into transactions (id, merchant_id, kind, code, reference, parent_id, submitted_at, body)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (id) do update set body = excluded.body`),
    byId: database.prepare('select body from transactions where id = ?'),
    // Without the hint, SQLite reads all the transactions of the merchant's last weeks.
    byReference: database.prepare(`
      select body from transactions indexed by transactions_by_reference
      where reference = ? and merchant_id = ? and submitted_at > ?
      order by sequence desc limit 1`),
    children: database.prepare('select body from transactions where parent_id = ? order by sequence'),
    byCode: database.prepare('select body from transactions where code = ? order by sequence'),
    byTime: database.prepare(`
      select body from transactions
      where merchant_id = ? and submitted_at >= ? and submitted_at < ?
      order by sequence`),
    all: database.prepare('select body from transactions order by sequence'),
    put: database.prepare('insert or replace into records (kind, id, body) values (?, ?, ?)'),
    get: database.prepare('select body from records where kind = ? and id = ?'),
    prove: database.prepare('insert or replace into evidence (proof, authentication_id) values (?, ?)'),
    proven: database.prepare('select authentication_id from evidence where proof = ?'),
  }
  return {
    save(transaction: Transaction): void {
      const { id, merchantId, kind, code, reference, parentId, submittedAt } = transaction
      const body = JSON.stringify(transaction)
      statements.save.run(id, merchantId, kind, code, reference, parentId, submittedAt, body)
    },
    find(merchantId: string, id: string): Transaction | null {
      const found = one<Transaction>(statements.byId.get(id))
      return found?.merchantId === merchantId ? found : null
    },
    findByReference(merchantId: string, reference: string, since: number): Transaction | null {
      return one<Transaction>(statements.byReference.get(reference, merchantId, since))
    },
    children: (id: string) => many<Transaction>(statements.children.all(id)),
    listByCode: (code: string) => many<Transaction>(statements.byCode.all(code)),
    listBetween: (merchantId: string, from: number, to: number) =>
      many<Transaction>(statements.byTime.all(merchantId, from, to)),
    listAll: () => many<Transaction>(statements.all.all()),
    put(kind: string, id: string, record: object): void {
      statements.put.run(kind, id, JSON.stringify(record))
    },
    get: <T>(kind: string, id: string) => one<T>(statements.get.get(kind, id)),
    prove(proof: string, authenticationId: string): void {
      statements.prove.run(proof, authenticationId)
    },
    proven(proof: string): string | null {
      const row = statements.proven.get(proof)
      return row ? String(row.authentication_id) : null
    },
  }
}

function one<T>(row: Record<string, unknown> | undefined): T | null {
  return row ? (JSON.parse(String(row.body)) as T) : null
}

function many<T>(rows: Record<string, unknown>[]): T[] {
  return rows.map((row) => JSON.parse(String(row.body)) as T)
}
