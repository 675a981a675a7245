// Replaces the database module: statements whose result a workload knows never leave the process.
import * as real from '../../../server/platform/database/database.ts'
import { workloads } from '../workloads/all.ts'
import type { Respond } from '../workloads/workload.ts'

export * from '../../../server/platform/database/database.ts'

const responses = new Map<string, Respond>(
  workloads.flatMap((workload) => Object.entries(workload.withoutDatabase)),
)

export function openDatabase(...parameters: Parameters<typeof real.openDatabase>): real.Database {
  const database = real.openDatabase(...parameters)
  const first = new Map<string, Promise<Record<string, unknown>[]>>()
  const rows: real.Database['rows'] = (statement, values = []) => {
    const response = responses.get(statement.name)
    if (!response) return database.rows(statement, values)
    const once = () => {
      const requested = first.get(statement.name) ?? database.rows(statement as never, values)
      first.set(statement.name, requested)
      return requested
    }
    return response(values, once) as ReturnType<typeof database.rows<never>>
  }
  return { ...database, rows }
}
