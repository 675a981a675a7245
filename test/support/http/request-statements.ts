// The statements that requests send to the database, without those of the server's own loops, whose timing would
// make a total count differ from one run to the next.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { openDatabase, Statement } from '../../../server/platform/database/database.ts'

export type RequestStatements = {
  /** Opens a database whose statements are recorded. */
  open: typeof openDatabase
  /** Records for the requests of this server from now on. */
  watch(server: Server): void
  /** The statement names in order, with `begin` for each transaction. */
  readonly names: readonly string[]
}

/** @param base opens the databases. Loops start outside of any request, so their statements are not recorded. */
export function recordRequestStatements(base: typeof openDatabase): RequestStatements {
  const names: string[] = []
  const request = new AsyncLocalStorage<boolean>()
  const record = (name: string) => {
    if (request.getStore()) names.push(name)
  }
  return {
    open(...given) {
      const database = base(...given)
      return {
        ...database,
        rows: ((statement, values) => {
          record(statement.name)
          return database.rows(statement, values)
        }) satisfies typeof database.rows,
        transaction: ((work, options) =>
          database.transaction((sql) => {
            record('begin')
            return work({
              ...sql,
              rows<Row>(statement: Statement<Row>, values?: readonly unknown[]) {
                record(statement.name)
                return sql.rows(statement, values)
              },
            })
          }, options)) satisfies typeof database.transaction,
      }
    },
    watch(server) {
      server.prependListener('request', () => request.enterWith(true))
    },
    names,
  }
}
