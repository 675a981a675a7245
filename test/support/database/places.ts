// Tables that control and each cell have for themselves, such as the audit log, read together.
import type { Database, Statement } from '../../../server/platform/database/database.ts'
import type { World } from '../world/world.ts'

/** Where admins, cases and bank lines are. */
export const controlOf = ({ system }: Pick<World, 'system'>): Database => system.places.at[0].db

/** What a statement returns at all places, those of control first. */
export async function rowsOfPlaces<Row>(
  { system }: Pick<World, 'system'>,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const rows = await Promise.all(system.places.at.map(({ db }) => db.rows(statement, values)))
  return rows.flat()
}
