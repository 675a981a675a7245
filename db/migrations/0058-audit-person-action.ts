// The audit log of one person and action: the other indexes read all entries of the person to find those of the action.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists audit_log_actor_action on audit_log (actor, action, seq)')
}
export const down = false
