// States, rows and SQL statements of the `card_authentication` table.
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Moves, statesThatAccept } from '../../kernel/moves.ts'
import { isOneOf, statement } from '../../platform/database/database.ts'
import type { DisputeEvidence } from '../gateway/gateway.ts'
import type { CardFacts } from '../transaction/transaction.ts'
import type { StoredDevice } from './payer-device.ts'

export type AuthenticationState =
  | 'set_up'
  | 'enrolling'
  | 'challenged'
  | 'validating'
  | 'authenticated'
  | 'failed'
  | 'abandoned'
  | 'used'

export type AuthenticationEvent =
  | 'enrolment_started'
  | 'challenge_required'
  | 'validation_started'
  | 'passed'
  | 'refused'
  | 'abandoned'
  | 'charged'
  | 'not_sent'

export const authenticationMoves: Moves<AuthenticationState, AuthenticationEvent> = {
  set_up: { enrolment_started: 'enrolling', abandoned: 'abandoned' },
  enrolling: {
    challenge_required: 'challenged',
    passed: 'authenticated',
    refused: 'failed',
    abandoned: 'abandoned',
  },
  challenged: { validation_started: 'validating', abandoned: 'abandoned' },
  // When the gateway is unreachable, the customer may continue with the same challenge.
  validating: {
    passed: 'authenticated',
    refused: 'failed',
    challenge_required: 'challenged',
    abandoned: 'abandoned',
  },
  authenticated: { charged: 'used', abandoned: 'abandoned' },
  // A charge that was never sent frees the authentication, unless another card has replaced it meanwhile.
  used: { not_sent: 'authenticated', abandoned: 'abandoned' },
  failed: {},
  abandoned: {},
}

/** SQL condition for an active attempt. Attempts that are only set up, or already used, do not block another one. */
const isActive = isOneOf(
  'state',
  statesThatAccept(authenticationMoves, 'abandoned').filter(
    (state) => state !== 'set_up' && state !== 'used',
  ),
)
/** SQL condition: the customer is in the challenge and no request is validating its result. */
const isChallenged = isOneOf('state', statesThatAccept(authenticationMoves, 'validation_started'))
/** SQL condition: no request is working on the attempt; it waits for the customer or for a charge. */
const isIdle = isOneOf('state', [
  ...statesThatAccept(authenticationMoves, 'validation_started'),
  ...statesThatAccept(authenticationMoves, 'charged'),
])
const abandoned = authenticationMoves.challenged.abandoned

export type AuthenticationRow = {
  id: string
  transaction_id: bigint
  state: AuthenticationState
  reference_id: string
  token_id: string
  token_sealed: Buffer
  card: CardFacts
  /** Null in a custom checkout until its enrolment. */
  amount_minor: bigint | null
  currency: LocalCurrency | null
  authentication_transaction_id: string | null
  step_up_url: string | null
  step_up_token_sealed: Buffer | null
  evidence_sealed: Buffer | null
  expires_at: Temporal.Instant
  lease_until: Temporal.Instant | null
  /** Null while the challenge is open at the bank. */
  challenge_returned_at: Temporal.Instant | null
}

/** SQL: the sealed token of an authentication, null once it has expired. */
const tokenOfRow = (row: string) =>
  `(select k.token_sealed from authentication_token k where k.id = ${row}.id)`

/** SQL: the columns of an `AuthenticationRow`, of the table with this alias. */
export const authenticationColumns = (row: string): string =>
  `id transaction_id state reference_id token_id card amount_minor currency authentication_transaction_id
   step_up_url step_up_token_sealed evidence_sealed expires_at lease_until challenge_returned_at`
    .split(/\s+/)
    .map((column) => `${row}.${column}`)
    .join(', ')
    .concat(`, ${tokenOfRow(row)} as token_sealed`)
const columns = authenticationColumns('card_authentication')

/**
 * SQL: binds card tokens to the transactions that present them first; any other transaction gets no row.
 * @param tokens SQL for rows of token, transaction and time, each token once.
 */
// guard: card-token-use
export const consumeTokens = (tokens: string): string =>
  `insert into card_token as owned (token_id, transaction_id, shown_at) ${tokens}
   on conflict (token_id) do update set shown_at = owned.shown_at where owned.transaction_id = excluded.transaction_id
   returning token_id, transaction_id`

export const findByReference = statement<AuthenticationRow>(
  'find_card_authentication',
  `select ${columns} from card_authentication where transaction_id = $1 and reference_id = $2
    order by created_at desc limit 1`,
)
export const findActive = statement<AuthenticationRow>(
  'find_active_card_authentication',
  `select ${columns} from card_authentication
    where transaction_id = $1 and ${isActive}`,
)
export const moveRow = statement<AuthenticationRow>(
  'move_card_authentication',
  `update card_authentication
      set state = $3, lease_until = $4,
          authentication_transaction_id = coalesce($5, authentication_transaction_id),
          step_up_url = coalesce($6, step_up_url), step_up_token_sealed = coalesce($7, step_up_token_sealed),
          evidence_sealed = coalesce($8, evidence_sealed), dispute_evidence = coalesce($10, dispute_evidence),
          authenticated_at = case when $3 = 'authenticated' then $9 else authenticated_at end
    where id = $1 and state = $2 and expires_at > $9
    returning ${columns}`,
)
export const abandonStale = statement(
  'abandon_stale_card_authentication',
  `update card_authentication set state = '${abandoned}'
    where transaction_id = $1 and ${isActive}
      and (lease_until <= $2 or expires_at <= $2)`,
)
// guard: challenge-return-owner
export const recordChallengeReturn = statement(
  'record_card_challenge_return',
  `update card_authentication set challenge_returned_at = $3
    where transaction_id = $1 and authentication_transaction_id = $2 and state in ('challenged', 'validating')
      and challenge_returned_at is null`,
)
/** Abandons an open challenge so that the customer can use another card, unless its result is being validated. */
export const abandonChallenge = statement<{ id: string }>(
  'abandon_card_challenge',
  `update card_authentication set state = '${abandoned}' where transaction_id = $1 and ${isChallenged} returning id`,
)
export const findById = statement<AuthenticationRow>(
  'find_card_authentication_by_id',
  `select ${columns} from card_authentication where transaction_id = $1 and authentication_transaction_id = $2`,
)
export const abandonIdle = statement(
  'abandon_idle_card_authentication',
  `update card_authentication set state = '${abandoned}'
    where transaction_id = $1 and reference_id <> $2 and ${isIdle}`,
)
/** Binds the token of a charge that has no authentication. */
export const consumeBareToken = statement<{ token_id: string }>(
  'take_bare_card_token',
  consumeTokens('values ($1, $2, $3)'),
)
export const findUsedCard = statement<{ card: CardFacts }>(
  'find_used_card',
  `select card from card_authentication where transaction_id = $1 and state = 'used' order by created_at desc limit 1`,
)
export type ShownAuthentication = StoredDevice & {
  state: AuthenticationState
  created_at: Temporal.Instant
  authenticated_at: Temporal.Instant | null
  was_challenged: boolean
  dispute_evidence: DisputeEvidence | null
}
export const listEvidence = statement<ShownAuthentication>(
  'list_card_authentication_evidence',
  `select a.state, a.created_at, a.authenticated_at, a.step_up_url is not null as was_challenged, a.dispute_evidence,
          host(a.payer_address) as payer_address, b.user_agent, b.language, b.screen
     from card_authentication a left join payer_browser b on b.id = a.payer_browser
    where a.transaction_id = $1 order by a.created_at, a.id`,
)
export const releaseToken = statement(
  'put_back_card_authentication',
  // Evidence that was wiped while the authentication was in use must not be restored.
  `update card_authentication set state = $3, lease_until = $2,
          dispute_evidence = case when ${tokenOfRow('card_authentication')} is not null then dispute_evidence end
    where id = $1 and state = 'used'`,
)
