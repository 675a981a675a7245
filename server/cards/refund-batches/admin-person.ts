// Admins as the persons of a batch: whoever uploads or corrects it cannot confirm it, by whichever of their tokens or accounts.
import { type Admin, ownerOf } from '../../admin/access.ts'
import type { BatchPerson } from '../../batches/upload.ts'

const prefix = 'admin:'

/** One person has the owner of their tokens, and the email and name of their account, as ids. */
export function personOf(admin: Pick<Admin, 'name' | 'owner' | 'aliases' | 'user'>): BatchPerson {
  return {
    id: prefix + ownerOf(admin),
    // guard: admin-batch-aliases
    aliases: (admin.aliases ?? []).map((alias) => prefix + alias),
    name: admin.name,
    role: admin.user?.role ?? null,
  }
}

/** The person behind an admin, from the id of a person of a batch. */
export const ownerOfPerson = (id: string): string => id.slice(prefix.length)
