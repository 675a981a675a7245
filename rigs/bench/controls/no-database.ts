// Stands in for the database module: statements a workload knows the answer to never leave the process.
import * as real from '../../../server/platform/database/database.ts'
import { workloads } from '../workloads/all.ts'
import type { Answer } from '../workloads/workload.ts'

export * from '../../../server/platform/database/database.ts'

const answers = new Map<string, Answer>(
  workloads.flatMap((workload) => Object.entries(workload.withoutDatabase)),
)

export function openDatabase(...parameters: Parameters<typeof real.openDatabase>): real.Database {
  const database = real.openDatabase(...parameters)
  const first = new Map<string, Promise<Record<string, unknown>[]>>()
  const rows: real.Database['rows'] = (statement, values = []) => {
    const answer = answers.get(statement.name)
    if (!answer) return database.rows(statement, values)
    const once = () => {
      const asked = first.get(statement.name) ?? database.rows(statement as never, values)
      first.set(statement.name, asked)
      return asked
    }
    return answer(values, once) as ReturnType<typeof database.rows<never>>
  }
  return { ...database, rows }
}
