// The birth date of a screened party is stored encrypted, like its document number.
import type { Secrets } from '../../platform/security/secrets.ts'

/** The encryption context of birth dates; the same for every screened party. */
export const birthDateContext = 'screened party birth date'

export type StoredBirthDate = { birth_date_sealed: Buffer | null }

/** Decrypts a stored birth date. @throws when no configured master key can decrypt it. */
export function birthDateOf(secrets: Secrets, { birth_date_sealed }: StoredBirthDate): string | undefined {
  return birth_date_sealed === null ? undefined : secrets.open(birth_date_sealed, birthDateContext)
}
