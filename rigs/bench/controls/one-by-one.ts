// Replaces the database module: a statement of a transaction is sent only after the reply to the one before it.
import * as real from '../../../server/platform/database/database.ts'

export * from '../../../server/platform/database/database.ts'

export function openDatabase(...parameters: Parameters<typeof real.openDatabase>): real.Database {
  const database = real.openDatabase(...parameters)
  return {
    ...database,
    transaction: (work, options) => database.transaction((sql) => work(oneByOne(sql)), options),
  }
}

function oneByOne(sql: real.Tx): real.Tx {
  let before: Promise<unknown> = Promise.resolve()
  return {
    ...sql,
    rows<Row>(statement: real.Statement<Row>, values?: readonly unknown[]) {
      const mine = before.then(() => sql.rows(statement, values))
      before = mine.catch(() => {})
      return mine
    },
  }
}
