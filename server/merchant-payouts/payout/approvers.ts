// Who approved a payout: alone, as its sum requires, or with its batch. They leave it to others to say that it was paid or came back.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { PayoutRow } from './queries.ts'

const findApprovers = statement<{ of_payout: string | null; of_batch: string | null }>(
  'find_approvers_of_merchant_payout',
  `select coalesce(p.decided_owner, lower(trim(p.decided_by))) as of_payout, b.decided_owner as of_batch
     from merchant_payout p left join payout_batch b on b.id = p.batch_id where p.id = $1`,
)

/** Whether this person approved the payout or its batch, under the owner or the name of a token: files come from the command line, too. */
export async function hasApproved(
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  { id }: Pick<PayoutRow, 'id'>,
): Promise<boolean> {
  const [found] = await sql.rows(findApprovers, [id])
  const persons = [ownerOf(admin), ownerOf({ name: admin.name }), ...(admin.aliases ?? [])]
  return [found?.of_payout, found?.of_batch].some((person) => person != null && persons.includes(person))
}
