// The columns that are sealed under the master key, each with its encryption context: what a rotation must reseal.

import { totpContext } from '../../accounts/factors/totp.ts'
import { authenticationContext } from '../../cards/authentication/queries.ts'
import {
  birthDateContext,
  documentContext,
  phonesContext,
} from '../../compliance/screening/screening-record.ts'
import { apiSecretContext, callbackSecretContext } from '../../merchants/identity/credentials.ts'
import { type Statement, statement } from '../../platform/database/database.ts'
import { retainedKeyContext } from '../../platform/security/retained-keys.ts'
import { receiptKeyContext } from '../../receipts/keys.ts'
import { declarationContext } from '../../remittance/cases/declaration/content.ts'
import { paperContext } from '../../remittance/cases/papers/paper.ts'
import { requestNoteContext } from '../../remittance/cases/papers/request-papers.ts'
import { pieceContext } from '../../remittance/cases/papers/upload.ts'
import { caseTextContext, personContext } from '../../remittance/cases/person.ts'
import { partiesContext } from '../../remittance/transfer/parties.ts'
import { receiverCredentialsContext } from '../../webhooks/receiver-credentials.ts'

export type SealedRow = { id: string; owner: string; sealed: Buffer }

export type SealedColumn = {
  /** Table and column name. */
  name: string
  context(row: SealedRow): string
  /** Reads rows after the id $1, at most $2. */
  read: Statement<SealedRow>
  /** Replaces values: $1 ids, $2 new values, $3 the values as they were read. */
  change: Statement<{ id: string }>
  /** Sorts before every id. */
  first: string
}

function sealedColumn(
  name: `${string}.${string}_sealed` | 'earlier_key.sealed',
  of: { id?: 'bigint' | 'uuid'; owner?: string; context: (row: SealedRow) => string },
): SealedColumn {
  const [table, column] = name.split('.')
  const { id = 'bigint', owner = 'id', context } = of
  return {
    name,
    context,
    // Empty values belong to rows that are being inserted. Sorts by the table's id, because the selected one is text.
    read: statement<SealedRow>(
      `read_${table}_${column}`,
      `select id::text as id, ${owner}::text as owner, ${column} as sealed
         from ${table} where id > $1::${id} and length(${column}) > 0 order by ${table}.id limit $2`,
    ),
    change: statement<{ id: string }>(
      `change_${table}_${column}`,
      `update ${table} t set ${column} = n.sealed
         from unnest($1::${id}[], $2::bytea[], $3::bytea[]) as n(id, sealed, was)
        where t.id = n.id and t.${column} = n.was returning t.id::text as id`,
    ),
    first: id === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '0',
  }
}

export const sealedColumns: readonly SealedColumn[] = [
  sealedColumn('earlier_key.sealed', { owner: 'purpose', context: ({ owner }) => retainedKeyContext(owner) }),
  sealedColumn('receipt_key.private_sealed', {
    owner: 'key_id',
    context: ({ owner }) => receiptKeyContext(owner),
  }),
  sealedColumn('merchant.callback_secret_sealed', { context: ({ id }) => callbackSecretContext(BigInt(id)) }),
  sealedColumn('merchant.callback_credentials_sealed', {
    context: ({ id }) => receiverCredentialsContext(BigInt(id)),
  }),
  sealedColumn('api_key.api_secret_sealed', {
    owner: 'api_key',
    context: ({ owner }) => apiSecretContext(owner),
  }),
  sealedColumn('totp_secret.secret_sealed', {
    owner: 'account_id',
    context: ({ owner }) => totpContext(owner),
  }),
  sealedColumn('authentication_token.token_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'token'),
  }),
  sealedColumn('card_authentication.step_up_token_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'step_up'),
  }),
  sealedColumn('card_authentication.evidence_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'evidence'),
  }),
  sealedColumn('screened_party.birth_date_sealed', { context: () => birthDateContext }),
  sealedColumn('screened_party.document_sealed', { context: () => documentContext }),
  sealedColumn('screened_party.phones_sealed', { context: () => phonesContext }),
  sealedColumn('compliance_case.person_sealed', {
    owner: 'case_id',
    context: ({ owner }) => personContext(owner),
  }),
  sealedColumn('compliance_case_event.text_sealed', {
    owner: 'case_id',
    context: ({ owner }) => caseTextContext(owner),
  }),
  ...(['content', 'document'] as const).map((part) =>
    sealedColumn(`compliance_declaration.${part}_sealed`, {
      owner: 'case_id',
      context: ({ owner }) => declarationContext(owner),
    }),
  ),
  sealedColumn('compliance_paper_part.content_sealed', {
    owner: `paper_id || ':' || position`,
    context: ({ owner }) => paperContext(owner),
  }),
  sealedColumn('compliance_paper_request.note_sealed', {
    owner: 'request_id',
    context: ({ owner }) => requestNoteContext(owner),
  }),
  sealedColumn('compliance_upload_piece.content_sealed', {
    owner: `upload_id || ':' || start`,
    context: ({ owner }) => pieceContext(owner),
  }),
  sealedColumn('transfer.parties_sealed', {
    owner: 'transaction_id',
    context: ({ owner }) => partiesContext(owner),
  }),
]
