// Blocks one number of each operator in the sandbox, so that merchants can try a transfer to a blocked number.
import type { MigrationBuilder } from 'node-pg-migrate'
import { operators } from '../../server/kernel/operators.ts'

export function up(pgm: MigrationBuilder): void {
  const numbers = Object.values(operators).map(({ prefixes }) => `('243${prefixes[0]}0000007')`)
  pgm.sql(`insert into blacklisted_number (environment, msisdn, reason, added_by, added_at)
    select 'sandbox', msisdn, 'Sandbox number that is refused', 'sandbox', timestamptz '2026-11-21 00:00:00Z'
      from (values ${numbers.join(', ')}) number (msisdn)
    on conflict do nothing`)
}
