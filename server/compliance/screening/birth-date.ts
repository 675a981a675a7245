// The birth date of a screened party is stored encrypted, like its document number.
import { type Database, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

/** The encryption context of birth dates; the same for every screened party. */
export const birthDateContext = 'screened party birth date'

export type StoredBirthDate = {
  /** Plain text, only in rows written by an older release. */
  birth_date: string | null
  birth_date_sealed: Buffer | null
}

/** Decrypts a stored birth date. @throws when no configured master key can decrypt it. */
export function birthDateOf(
  secrets: Secrets,
  { birth_date, birth_date_sealed }: StoredBirthDate,
): string | undefined {
  if (birth_date_sealed !== null) return secrets.open(birth_date_sealed, birthDateContext)
  return birth_date ?? undefined
}

const findUnsealed = statement<{ id: bigint; birth_date: string }>(
  'find_unsealed_birth_dates',
  `select id, birth_date from screened_party where id > $1 and id <= $2 and birth_date is not null order by id`,
)
const findLast = statement<{ last: bigint | null }>(
  'find_last_screened_party',
  'select max(id) as last from screened_party',
)
const seal = statement(
  'seal_birth_dates',
  `update screened_party p set birth_date = null, birth_date_sealed = decode(n.sealed, 'hex')
     from unnest($1::bigint[], $2::text[]) as n(id, sealed) where p.id = n.id and p.birth_date is not null`,
)

/** The id range of one statement, however few of its rows need encryption. */
const idsAtOnce = 1_000n

/** Returns a function that encrypts one page of older rows per call and returns whether there may be more. */
export function openBirthDateSealing({ db, secrets }: { db: Database; secrets: Secrets }) {
  let after = 0n
  let last: bigint | undefined
  return async (): Promise<boolean> => {
    last ??= (await db.rows(findLast))[0]?.last ?? 0n
    if (after >= last) return false
    const rows = await db.rows(findUnsealed, [after, after + idsAtOnce])
    const sealed = rows.map(({ birth_date }) => secrets.seal(birth_date, birthDateContext).toString('hex'))
    if (rows.length > 0) await db.rows(seal, [rows.map(({ id }) => id), sealed])
    after += idsAtOnce
    return after < last
  }
}
