// Declarations of suspicion, how they were sent, and an index for the reports of a month over all merchants.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
-- What officers write for the declaration of a case, and the declaration as it was when the case was closed.
create table if not exists compliance_declaration (
  id bigint generated always as identity primary key,
  case_id bigint not null unique references compliance_case,
  content_sealed bytea not null,
  document_sealed bytea,
  prepared_by text not null,
  prepared_at timestamptz not null
);

-- How it reached the financial intelligence unit, and what that replied.
create table if not exists compliance_declaration_step (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references compliance_declaration,
  kind text not null check (kind in ('PHONE', 'WRITING', 'ELECTRONIC', 'ACKNOWLEDGED')),
  reference text not null,
  noted_by text not null,
  at timestamptz not null
);
create index if not exists compliance_declaration_step_declaration on compliance_declaration_step (declaration_id, id);
create index if not exists compliance_declaration_step_at on compliance_declaration_step (at);`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(tables)
  pgm.sql('reset lock_timeout')
  // Transfers are stored in the order of their acceptance, so ranges of blocks suffice to find those of a month.
  pgm.sql('create index concurrently if not exists transfer_accepted_at on transfer using brin (created_at)')
}
export const down = false
